package dev.evokernel.config.options;

import java.util.Arrays;
import java.util.Locale;

/** Choice to time the kernel's baselines beside the finalists. */
public enum BaselineUse {
  /** Times all baselines that can run on this machine. */
  AUTO,
  NEVER;

  /** Value in {@code evo.yaml}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the label is unknown
   */
  public static BaselineUse ofLabel(String label) {
    return Arrays.stream(values())
        .filter(use -> use.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "finals.baselines must be 'auto' or 'never', was '" + label + "'."));
  }
}
