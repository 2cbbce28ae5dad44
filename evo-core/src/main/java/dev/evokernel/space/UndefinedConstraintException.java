package dev.evokernel.space;

import java.io.Serial;

/**
 * A constraint has no value, such as a division by zero, for some values of the parameters on this
 * device. The message names all three.
 */
public final class UndefinedConstraintException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1;

  UndefinedConstraintException(String message, Throwable cause) {
    super(message, cause);
  }
}
