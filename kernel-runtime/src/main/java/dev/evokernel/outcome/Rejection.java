package dev.evokernel.outcome;

import java.util.Arrays;
import java.util.Locale;

/** Reason for a rejection. Closed list: files, tables and metrics use the labels. */
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
  /** The result depends on memory outside a buffer. */
  OUT_OF_BOUNDS_READ,
  INPUT_MODIFIED,
  SANITIZER,
  /** The kernel changed its process, or part of it still runs. */
  LEFT_BEHIND,
  /** Faster than the hardware, or faster in repeated launches. */
  SUSPICIOUS;

  /** Spelling in files, for example {@code wrong-result}. */
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
