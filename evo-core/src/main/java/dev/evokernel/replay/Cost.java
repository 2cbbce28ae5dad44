package dev.evokernel.replay;

/**
 * Recorded cost of evaluating one configuration, in milliseconds.
 *
 * @param compile compilation
 * @param check comparison with the reference
 * @param benchmark timing
 * @param overhead own work of the recording tuner
 */
public record Cost(double compile, double check, double benchmark, double overhead) {

  public Cost {
    if (!(compile >= 0 && check >= 0 && benchmark >= 0 && overhead >= 0)
        || !Double.isFinite(compile + check + benchmark + overhead)) {
      throw new IllegalArgumentException(
          "Costs must be finite and ≥ 0, were %s, %s, %s and %s ms."
              .formatted(compile, check, benchmark, overhead));
    }
  }

  public double seconds() {
    return (compile + check + benchmark + overhead) / 1000;
  }
}
