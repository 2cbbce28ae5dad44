package dev.evokernel.lab.selftest;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;

/** Stage that a lying kernel reached. */
public enum LieStage {
  /** Rejected by the correctness gate, or by checks during timing. */
  EVALUATION,
  /** Rejected by the examination of a new best candidate. */
  BEST,
  /** Excluded from the finals, or rejected in the finals. */
  FINALS,
  /** Measured, but not faster than the default. */
  NOWHERE,
  LED,
  BROKE_DOWN;

  /** Label, for example {@code broke down}. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Label in the table: an outcome that stands out is in capitals. */
  public String outcome() {
    return switch (this) {
      case EVALUATION, FINALS -> label();
      case BEST -> "becoming best";
      case NOWHERE -> "no gain";
      case LED -> "LED";
      case BROKE_DOWN -> "failed";
    };
  }

  /**
   * @throws IllegalArgumentException if no stage has this label
   */
  static LieStage ofLabel(String label) {
    return Arrays.stream(values())
        .filter(stage -> stage.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Unknown stage '" + label + "' of a lie."));
  }
}
