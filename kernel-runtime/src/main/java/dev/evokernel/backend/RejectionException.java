package dev.evokernel.backend;

import static java.util.Objects.requireNonNull;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/** Failure of a launch for a reason that lies in the candidate. */
public final class RejectionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Rejection reason;

  /** Name of the shape; empty where it is not known yet. */
  private final String place;

  public RejectionException(Rejection reason, String message) {
    this(reason, message, "");
  }

  public static RejectionException launchFailure(String message) {
    return new RejectionException(Rejection.LAUNCH_FAILURE, message);
  }

  /** Exception with the reason, the message and the shape of an outcome. */
  public static RejectionException of(Rejected rejected) {
    return new RejectionException(rejected.reason(), rejected.message(), rejected.shape());
  }

  private RejectionException(Rejection reason, String message, String place) {
    super(message);
    this.reason = reason;
    this.place = place;
  }

  public RejectionException at(String shape) {
    var placed = new RejectionException(reason, message(), shape);
    placed.initCause(this);
    return placed;
  }

  /** Outcome of the candidate, on this shape unless another is already known. */
  public Rejected on(String shape) {
    return new Rejected(reason, place.isEmpty() ? shape : place, message());
  }

  private String message() {
    return requireNonNull(getMessage());
  }

  public Rejection reason() {
    return reason;
  }
}
