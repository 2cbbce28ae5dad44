package dev.evokernel.backend.file;

/**
 * The failure of an outside program, or of the measurement of a baseline. The message gives the
 * reason.
 */
public final class ToolFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean timedOut;

  public ToolFailure(String reason) {
    this(reason, /* timedOut= */ false);
  }

  public ToolFailure(String reason, boolean timedOut) {
    super(reason);
    this.reason = reason.isBlank() ? "no reason was given" : reason;
    this.timedOut = timedOut;
  }

  public String reason() {
    return reason;
  }

  public boolean timedOut() {
    return timedOut;
  }
}
