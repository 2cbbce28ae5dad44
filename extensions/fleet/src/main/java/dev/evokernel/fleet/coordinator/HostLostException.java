package dev.evokernel.fleet.coordinator;

/** Loss of a worker's host during a job. */
public final class HostLostException extends Exception {

  private static final long serialVersionUID = 1;

  HostLostException(String message) {
    super(message);
  }
}
