package dev.evokernel.spec;

import java.util.Arrays;
import java.util.Locale;

/**
 * How a configuration is checked against the reference.
 *
 * @param seeds fresh random inputs for each shape, all of which must pass; at least 1
 * @param fuzz shapes that nobody declared, on which those that may lead must pass
 * @param sanitizer who is run under a sanitizer
 */
public record VerificationSettings(int seeds, int fuzz, Sanitizing sanitizer) {

  public static final VerificationSettings DEFAULT =
      new VerificationSettings(2, 0, Sanitizing.NEVER);

  /** Who is run under a sanitizer. */
  public enum Sanitizing {
    NEVER,
    /** Those who enter the finals. */
    FINALISTS;

    /** For example {@code finalists}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException if nobody has this label
     */
    public static Sanitizing ofLabel(String label) {
      return Arrays.stream(values())
          .filter(who -> who.label().equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is nobody."));
    }
  }

  public VerificationSettings {
    if (seeds < 1) {
      throw new IllegalArgumentException("The gate needs at least 1 seed, not " + seeds + ".");
    }
    if (fuzz < 0) {
      throw new IllegalArgumentException("There are no " + fuzz + " shapes.");
    }
  }

  /** With random inputs on the declared shapes alone. */
  public VerificationSettings(int seeds) {
    this(seeds, 0, Sanitizing.NEVER);
  }
}
