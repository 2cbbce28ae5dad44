package dev.evokernel.backend.file;

import java.util.Objects;

/**
 * Failure of the machine: something is missing or broken. The message names it and the way to
 * repair it.
 */
public class EnvironmentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(message);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }

  public String message() {
    return Objects.requireNonNull(getMessage());
  }
}
