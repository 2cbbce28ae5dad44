package dev.evokernel.backend;

/**
 * The machine lacks something, or something on it is broken. The message says what, and how to
 * repair it.
 */
public class EnvironmentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String message;

  public EnvironmentException(String message) {
    super(message);
    this.message = message;
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
    this.message = message;
  }

  public String message() {
    return message;
  }
}
