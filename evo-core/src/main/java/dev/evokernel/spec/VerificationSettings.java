package dev.evokernel.spec;

import java.util.Arrays;
import java.util.Locale;

/**
 * How the correctness gate verifies a configuration against the reference.
 *
 * @param inputSets sets of random inputs for each shape; a configuration must be right on all of
 *     them; at least 1
 * @param fuzz fuzzed shapes on which a configuration must be right before it may become the best;
 *     at least 0
 * @param sanitizer which configurations are run under a sanitizer
 */
public record VerificationSettings(int inputSets, int fuzz, Sanitizing sanitizer) {

  public static final VerificationSettings DEFAULT =
      new VerificationSettings(2, 0, Sanitizing.CHAMPION);

  /** Which configurations are run under a sanitizer. */
  public enum Sanitizing {
    NEVER,
    /** The one that would become the champion, where a sanitizer is installed. */
    CHAMPION,
    /** Those that enter the finals. */
    FINALISTS;

    /** For example {@code finalists}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException if there is no such label
     */
    public static Sanitizing ofLabel(String label) {
      return Arrays.stream(values())
          .filter(one -> one.label().equals(label))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "gate.sanitizer must be 'never', 'champion' or 'finalists', was '"
                          + label
                          + "'."));
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

  /** With random inputs on the declared shapes alone. */
  public VerificationSettings(int inputSets) {
    this(inputSets, 0, Sanitizing.NEVER);
  }
}
