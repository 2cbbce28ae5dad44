package dev.evokernel.worker;

/** A baseline cannot be measured. The message says why. */
final class BaselineFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;

  BaselineFailure(String reason) {
    super(reason);
    this.reason = reason.isBlank() ? "no reason was given" : reason;
  }

  String reason() {
    return reason;
  }
}
