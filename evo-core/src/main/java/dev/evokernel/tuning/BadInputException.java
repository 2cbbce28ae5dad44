package dev.evokernel.tuning;

/** Request that cannot be met; the message gives the reason and a way out. */
public final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }

  public BadInputException(String format, Object... values) {
    this(format.formatted(values));
  }
}
