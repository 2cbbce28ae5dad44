package dev.evokernel.space;

import java.io.Serial;

/**
 * Thrown if no configuration satisfies every constraint. The message names the constraint to check.
 */
public final class EmptySpaceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  public EmptySpaceException(String message) {
    super(message);
  }
}
