package dev.evokernel.store;

/** Somebody asked for a run or a candidate that is not in the store. The message says what is. */
public final class UnknownRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnknownRecordException(String message) {
    super(message);
  }
}
