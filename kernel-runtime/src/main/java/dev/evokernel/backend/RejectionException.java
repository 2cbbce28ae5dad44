package dev.evokernel.backend;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/** A device refused or failed a launch for a reason that lies in the candidate. */
public final class RejectionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Rejection reason;
  private final String message;

  public RejectionException(Rejection reason, String message) {
    super(message);
    this.reason = reason;
    this.message = message;
  }

  /** As an outcome, with the shape on which it happened. */
  public Rejected on(String shape) {
    return new Rejected(reason, shape, message);
  }

  public Rejection reason() {
    return reason;
  }
}
