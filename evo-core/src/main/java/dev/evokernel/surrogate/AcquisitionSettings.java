package dev.evokernel.surrogate;

/**
 * Settings of the acquisition function, equal for all spaces.
 *
 * @param exploration factor of the model's standard deviation before the expected improvement is
 *     computed; a value above 1 explores more. The model treats parameters as separable and smooth,
 *     which real kernels are not, so its uncertainty is too small.
 * @param roughness prior decay of the covariance: a step across the whole list of a parameter
 *     reduces it to {@code exp(-roughness)}
 * @param ceiling quantile at which objectives are clipped, because differences among bad
 *     configurations say nothing about good ones
 */
public record AcquisitionSettings(double exploration, double roughness, double ceiling) {

  public static final AcquisitionSettings DEFAULT = new AcquisitionSettings(3, 0.4, 0.85);

  public AcquisitionSettings {
    if (!(exploration > 0 && roughness > 0 && ceiling > 0 && ceiling <= 1)) {
      throw new IllegalArgumentException(
          "An acquisition needs exploration > 0, roughness > 0 and 0 < ceiling <= 1, not %s, %s and %s."
              .formatted(exploration, roughness, ceiling));
    }
  }
}
