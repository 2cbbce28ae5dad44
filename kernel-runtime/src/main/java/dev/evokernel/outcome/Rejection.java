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
  /** Right within tolerance, but not with the default's bits, which the kernel requires. */
  OTHER_BITS,
  SANITIZER,
  /** The kernel changed its process, or part of it still runs. */
  LEFT_BEHIND,
  /** Faster than the hardware, or faster in repeated launches. */
  SUSPICIOUS;

  private static final String INOUT =
      "If the kernel means to write it, add inout: true to that argument.";

  /**
   * Whether other load of the machine can cause the rejection, so that a candidate has a second
   * attempt before it.
   */
  public boolean mayBeOfLoad() {
    return this == TIMEOUT || this == SUSPICIOUS || this == NOT_REPEATABLE;
  }

  /** Advice to the author of a kernel whose default is rejected. */
  public String advice(String message) {
    return switch (this) {
      case ILLEGAL_ACCESS, OUT_OF_BOUNDS_WRITE, OUT_OF_BOUNDS_READ ->
          message.contains("a write to the input")
              ? INOUT
              : "Check that 'dimensions' have every element that the kernel accesses, the order of"
                  + " 'arguments', and 'launch'; or guard the access in the kernel.";
      case CRASH -> "Check the order and the types of 'arguments', and run the kernel by itself.";
      case TIMEOUT ->
          "Maybe a loop has no end: a value of 'arguments', or a barrier that not every thread"
              + " reaches. A slow kernel needs a greater timeout.evaluation in evo.yaml, such as"
              + " timeout: {evaluation: 2m}, or a smaller shape.";
      case INPUT_MODIFIED -> INOUT;
      case NOT_REPEATABLE ->
          "Maybe a race, or memory that the kernel reads before it writes it. Atomic sums in"
              + " floating point differ from launch to launch by their order: allow that with"
              + " 'repeatable: within-tolerance'.";
      case WRONG_RESULT, NOT_FINITE -> ofResult(message);
      case LAUNCH_FAILURE, RESOURCE_LIMIT, OUT_OF_MEMORY ->
          "Check 'launch', or choose a smaller 'default'.";
      case SUSPICIOUS -> "Check 'work', and that the kernel does all of it.";
      case LEFT_BEHIND -> "End every thread and restore every setting before the kernel returns.";
      case CONSTRAINT, COMPILE_ERROR, OTHER_BITS, SANITIZER ->
          "Check 'arguments', 'reference' and 'tolerances'.";
    };
  }

  private String ofResult(String message) {
    if (message.contains("launch)")) {
      return "The first launch was right: maybe a race, or a counter or scratch memory that the"
          + " kernel leaves changed.";
    }
    return this == NOT_FINITE
        ? "An output is NaN before the launch. If the kernel reads it, write 'inout: true' for it."
            + " Otherwise maybe 'dimensions' are larger than what the kernel writes, or the grid is"
            + " too small."
        : "Compare 'reference' with the kernel, and the order of 'arguments' with the signature. If"
            + " the error is rounding, widen 'tolerances'.";
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Rejection ofLabel(String label) {
    return Arrays.stream(values())
        .filter(reason -> reason.label().equals(label))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown reason for a rejection: '" + label + "'."));
  }
}
