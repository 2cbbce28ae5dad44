package dev.evokernel.config.options;

import java.util.Arrays;
import java.util.Locale;

/** Whether the kernel's baselines are timed beside the finalists. */
public enum BaselineUse {
  /** All that can run on this machine. */
  AUTO,
  NEVER;

  /** How {@code evo.yaml} writes it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is no such label
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
