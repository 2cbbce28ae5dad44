package dev.evokernel.backend;

import dev.evokernel.outcome.Rejection;

/** A device refused or failed a launch for a reason that lies in the candidate. */
public final class RejectionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Rejection reason;

  public RejectionException(Rejection reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Rejection reason() {
    return reason;
  }
}
