package dev.evokernel.spec;

import java.util.Locale;

/**
 * Settings of the correctness gate.
 *
 * @param inputSets number of random input sets for each shape, at least 1; a configuration must be
 *     correct on all of them
 * @param fuzz number of fuzzed shapes for a configuration that would become the best
 * @param sanitizer which configurations are run under a sanitizer
 */
public record VerificationSettings(int inputSets, int fuzz, Sanitizing sanitizer) {

  public static final VerificationSettings DEFAULT =
      new VerificationSettings(2, 0, Sanitizing.CHAMPION);

  public enum Sanitizing {
    NEVER,
    /** The configuration that would become the champion, if a sanitizer is installed. */
    CHAMPION,
    /** All finalists. */
    FINALISTS;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public VerificationSettings {
    if (inputSets < 1) {
      throw new IllegalArgumentException("gate.input_sets must be ≥ 1, was " + inputSets + ".");
    }
    if (fuzz < 0) {
      throw new IllegalArgumentException("gate.fuzz must be ≥ 0, was " + fuzz + ".");
    }
  }
}
