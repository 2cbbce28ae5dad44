package dev.evokernel.cli;

import dev.evokernel.tuning.BadInputException;
import java.util.function.Supplier;

public final class Bounds {

  private Bounds() {}

  /** Refuses a value below a minimum. */
  public static void atLeast(long least, String option, long value) {
    if (value < least) {
      throw new BadInputException("%s must be ≥ %d, was %d.".formatted(option, least, value));
    }
  }

  /** Refuses a value outside a range. */
  public static void between(long least, long most, String option, long value) {
    if (value < least || value > most) {
      throw new BadInputException(
          "%s must be from %d to %,d, was %d.".formatted(option, least, most, value));
    }
  }

  /**
   * Constructs a record from options.
   *
   * @throws BadInputException with the record's message, if the record rejects a value
   */
  public static <T> T valid(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }
}
