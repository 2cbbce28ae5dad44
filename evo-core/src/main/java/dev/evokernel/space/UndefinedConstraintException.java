package dev.evokernel.space;

import java.io.Serial;

/**
 * Thrown if a constraint has no value, for example because of a division by zero. The message names
 * the constraint, the values and the shape.
 */
public final class UndefinedConstraintException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1;

  UndefinedConstraintException(String message, Throwable cause) {
    super(message, cause);
  }
}
