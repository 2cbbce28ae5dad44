package dev.evokernel.health;

/**
 * The device is no longer what the run's earlier times were measured on. The run can be resumed;
 * the message says what was measured, what was expected and what to do.
 */
public final class ChangedDeviceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ChangedDeviceException(String message) {
    super(message);
  }
}
