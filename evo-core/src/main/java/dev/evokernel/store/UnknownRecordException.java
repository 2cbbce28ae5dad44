package dev.evokernel.store;

/** Thrown for a reference to a missing run or candidate. The message names the nearest match. */
public final class UnknownRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnknownRecordException(String message) {
    super(message);
  }
}
