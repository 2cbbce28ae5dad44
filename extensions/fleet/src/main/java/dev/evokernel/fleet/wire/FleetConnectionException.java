package dev.evokernel.fleet.wire;

/** Failed or lost connection to the broker. */
public final class FleetConnectionException extends Exception {

  private static final long serialVersionUID = 1;

  FleetConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
