package dev.evokernel.fleet.coordinator;

/** A worker's host was lost, and with it what it was doing. */
public final class HostLostException extends Exception {

  private static final long serialVersionUID = 1;

  HostLostException(String message) {
    super(message);
  }
}
