package dev.evokernel.workers;

import dev.evokernel.backend.file.EnvironmentException;

/** A device is gone, and trying again does not bring it back. */
public final class DeviceLostException extends EnvironmentException {

  private static final long serialVersionUID = 1;

  public DeviceLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
