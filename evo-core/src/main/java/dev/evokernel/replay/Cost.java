package dev.evokernel.replay;

/**
 * What it cost to evaluate one configuration when it was recorded, in milliseconds.
 *
 * @param compile to compile it
 * @param check to compare it with the reference
 * @param benchmark to time it
 * @param overhead what the recording tuner itself took
 */
public record Cost(double compile, double check, double benchmark, double overhead) {

  public Cost {
    if (!(compile >= 0 && check >= 0 && benchmark >= 0 && overhead >= 0)
        || !Double.isFinite(compile + check + benchmark + overhead)) {
      throw new IllegalArgumentException(
          "A cost of %s, %s, %s and %s ms cannot be."
              .formatted(compile, check, benchmark, overhead));
    }
  }

  /** All of it, in seconds. */
  public double seconds() {
    return (compile + check + benchmark + overhead) / 1000;
  }
}
