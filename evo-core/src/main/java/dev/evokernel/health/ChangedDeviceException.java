package dev.evokernel.health;

/**
 * Thrown if a drift check or recovery check finds times that are not comparable with the run's
 * earlier times. The run can be resumed; the message gives measured and expected time and a remedy.
 */
public final class ChangedDeviceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ChangedDeviceException(String message) {
    super(message);
  }
}
