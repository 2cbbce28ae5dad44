package dev.evokernel.workers;

import dev.evokernel.backend.file.EnvironmentException;

/** The permanent loss of a device; a retry cannot succeed. */
public final class DeviceLostException extends EnvironmentException {

  private static final long serialVersionUID = 1;

  private final boolean byHost;

  public DeviceLostException(String message, boolean byHost, Throwable cause) {
    super(message, cause);
    this.byHost = byHost;
  }

  /** Returns whether an exception is a loss for which no candidate is to blame. */
  public static boolean isByHost(EnvironmentException e) {
    return e instanceof DeviceLostException lost && lost.byHost;
  }
}
