package dev.evokernel.fleet;

/** A worker's host was lost, and with it what it was doing. */
final class HostLostException extends Exception {

  private static final long serialVersionUID = 1;

  HostLostException(String message) {
    super(message);
  }
}
