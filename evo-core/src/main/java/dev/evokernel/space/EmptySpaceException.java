package dev.evokernel.space;

import java.io.Serial;

/** No configuration satisfies every constraint. The message says which constraint to look at. */
public final class EmptySpaceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  EmptySpaceException(String message) {
    super(message);
  }
}
