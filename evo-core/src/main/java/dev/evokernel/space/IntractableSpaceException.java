package dev.evokernel.space;

import java.io.Serial;

/**
 * The valid configurations cannot be found within a bounded effort. The message says which
 * constraint to look at, and what might help.
 */
public final class IntractableSpaceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  IntractableSpaceException(String message) {
    super(message);
  }
}
