package dev.evokernel.backend;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/** A device refused or failed a launch for a reason that lies in the candidate. */
public final class RejectionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Rejection reason;
  private final String message;

  /** Where it happened; empty where that is not known yet. */
  private final String place;

  public RejectionException(Rejection reason, String message) {
    this(reason, message, "");
  }

  private RejectionException(Rejection reason, String message, String place) {
    super(message);
    this.reason = reason;
    this.message = message;
    this.place = place;
  }

  /** The same, on a shape. */
  public RejectionException at(String shape) {
    var placed = new RejectionException(reason, message, shape);
    placed.initCause(this);
    return placed;
  }

  /** As an outcome, with the shape on which it happened unless that is known already. */
  public Rejected on(String shape) {
    return new Rejected(reason, place.isEmpty() ? shape : place, message);
  }

  public Rejection reason() {
    return reason;
  }
}
