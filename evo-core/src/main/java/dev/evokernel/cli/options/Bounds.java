package dev.evokernel.cli.options;

import dev.evokernel.tuning.BadInputException;
import java.util.function.Supplier;

/** The least values that options may have. */
public final class Bounds {

  private Bounds() {}

  /**
   * @throws BadInputException if the value is less
   */
  public static void atLeast(long least, String option, long value) {
    if (value < least) {
      throw new BadInputException("%s must be ≥ %d, was %d.".formatted(option, least, value));
    }
  }

  /**
   * @throws BadInputException if the value is less or greater
   */
  public static void between(long least, long most, String option, long value) {
    if (value < least || value > most) {
      throw new BadInputException(
          "%s must be from %d to %,d, was %d.".formatted(option, least, most, value));
    }
  }

  /**
   * Makes a record of options.
   *
   * @throws BadInputException with the record's own message, if it refuses one of them
   */
  public static <T> T valid(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }
}
