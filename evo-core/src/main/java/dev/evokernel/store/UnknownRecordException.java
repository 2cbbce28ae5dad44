package dev.evokernel.store;

/** A reference names no run or candidate in the store. The message names the nearest. */
public final class UnknownRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnknownRecordException(String message) {
    super(message);
  }
}
