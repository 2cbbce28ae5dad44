package dev.evokernel.backend.file;

import java.util.Objects;

/**
 * Failure of the machine: something is missing or broken. The message names it and the way to
 * repair it.
 */
public class EnvironmentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean undecided;

  public EnvironmentException(String message) {
    this(message, false);
  }

  /**
   * @param undecided whether nothing is missing but time: exit code 3 in place of 2
   */
  public EnvironmentException(String message, boolean undecided) {
    super(message);
    this.undecided = undecided;
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
    this.undecided = false;
  }

  public boolean isUndecided() {
    return undecided;
  }

  public String message() {
    return Objects.requireNonNull(getMessage());
  }
}
