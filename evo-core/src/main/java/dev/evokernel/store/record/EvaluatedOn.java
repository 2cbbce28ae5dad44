package dev.evokernel.store.record;

/**
 * Device of a run that evaluated a candidate.
 *
 * @param device its number within the run; 0 is the reference device, which measured the default
 *     first
 * @param scale factor from times on this device to times on the reference device: the default's
 *     time there over its time here, the geometric mean over the shapes
 */
public record EvaluatedOn(int device, double scale) {

  public EvaluatedOn {
    if (device < 0) {
      throw new IllegalArgumentException("device must be ≥ 0, was " + device + ".");
    }
    if (!(scale > 0) || !Double.isFinite(scale)) {
      throw new IllegalArgumentException("scale must be a number above 0, was " + scale + ".");
    }
  }
}
