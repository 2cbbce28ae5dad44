package dev.evokernel.tuning.device;

/** A request that cannot be met; the message says why and names a way out. */
public final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }
}
