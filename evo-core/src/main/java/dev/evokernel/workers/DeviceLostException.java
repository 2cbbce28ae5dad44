package dev.evokernel.workers;

import dev.evokernel.backend.file.EnvironmentException;

/** The permanent loss of a device; a retry cannot succeed. */
public final class DeviceLostException extends EnvironmentException {

  private static final long serialVersionUID = 1;

  public DeviceLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
