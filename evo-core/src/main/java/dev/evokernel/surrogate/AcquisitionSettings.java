package dev.evokernel.surrogate;

/**
 * How a {@link Surrogate} looks at what it does not know. One setting for all spaces.
 *
 * @param exploration by which the model's own uncertainty is multiplied before it is asked for an
 *     expected improvement; above 1 it visits more of what it knows little of. The model sees its
 *     parameters as separable and smooth, which real kernels are not, so it is too sure of itself.
 * @param roughness how much likeness a step across the whole list of a parameter costs, before
 *     anything was learnt: likeness falls to {@code exp(-roughness)}
 * @param ceiling the share of the objectives, from the best on, that are told apart; the worse ones
 *     all count as this quantile, since how bad the bad ones are says nothing of the good ones
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
