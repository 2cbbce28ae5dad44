package dev.evokernel.health;

/**
 * A drift check or a recovery check found that times measured now would not compare with the run's
 * earlier ones. The run can be resumed; the message gives the measured time, the expected one and
 * what to do.
 */
public final class ChangedDeviceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ChangedDeviceException(String message) {
    super(message);
  }
}
