package dev.evokernel.space;

import java.io.Serial;

/**
 * Thrown if the valid configurations cannot be found with bounded effort. The message names the
 * constraint to check and a remedy.
 */
public final class IntractableSpaceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  public IntractableSpaceException(String message) {
    super(message);
  }
}
