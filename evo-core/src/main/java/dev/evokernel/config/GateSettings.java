package dev.evokernel.config;

/**
 * How a configuration is checked against the reference.
 *
 * @param seeds fresh random inputs for each shape, all of which must pass; at least 1
 */
public record GateSettings(int seeds) {

  public static final GateSettings DEFAULT = new GateSettings(2);

  public GateSettings {
    if (seeds < 1) {
      throw new IllegalArgumentException("The gate needs at least 1 seed, not " + seeds + ".");
    }
  }
}
