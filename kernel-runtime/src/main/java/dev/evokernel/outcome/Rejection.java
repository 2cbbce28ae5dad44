package dev.evokernel.outcome;

import java.util.Arrays;
import java.util.Locale;

/** Why a candidate was rejected. A closed list: files, tables and metrics use its labels. */
public enum Rejection {
  CONSTRAINT,
  COMPILE_ERROR,
  RESOURCE_LIMIT,
  LAUNCH_FAILURE,
  ILLEGAL_ACCESS,
  CRASH,
  TIMEOUT,
  OUT_OF_MEMORY,
  WRONG_RESULT,
  NOT_FINITE,
  NOT_REPEATABLE,
  OUT_OF_BOUNDS_WRITE,
  /** The result depends on what stands beside a buffer. */
  OUT_OF_BOUNDS_READ,
  INPUT_MODIFIED,
  SANITIZER,
  /** It changed the process that ran it, or something of it still runs. */
  LEFT_BEHIND,
  /** Faster than the hardware can be, or faster when its launches repeat. */
  SUSPICIOUS;

  /** For example {@code wrong-result}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * @throws IllegalArgumentException if no reason has this label
   */
  public static Rejection ofLabel(String label) {
    return Arrays.stream(values())
        .filter(reason -> reason.label().equals(label))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown reason for a rejection: '" + label + "'."));
  }
}
