package dev.evokernel.store;

/**
 * Which of a run's devices evaluated a candidate.
 *
 * @param device its number within the run, from 0: the device that measured the run's default first
 * @param scale what times from there are multiplied by to compare with those of the reference
 *     device: the default's time there over that on this one, the geometric mean over the shapes
 */
public record EvaluatedOn(int device, double scale) {

  /** The device to which all times compare. */
  public static final EvaluatedOn REFERENCE = new EvaluatedOn(0, 1);

  public EvaluatedOn {
    if (device < 0) {
      throw new IllegalArgumentException("device must be ≥ 0, was " + device + ".");
    }
    if (!(scale > 0) || !Double.isFinite(scale)) {
      throw new IllegalArgumentException("scale must be a number above 0, was " + scale + ".");
    }
  }
}
