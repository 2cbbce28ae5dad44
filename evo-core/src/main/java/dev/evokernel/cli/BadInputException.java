package dev.evokernel.cli;

/** What the user asked for cannot be; the message says why and names a way out. */
final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadInputException(String message) {
    super(message);
  }
}
