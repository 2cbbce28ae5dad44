package dev.evokernel.fleet.wire;

/** The connection to the broker cannot be made, or was lost. */
public final class FleetConnectionException extends Exception {

  private static final long serialVersionUID = 1;

  FleetConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
