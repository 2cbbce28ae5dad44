package dev.evokernel.worker.tool;

/** An outside program gives no result, or a baseline cannot be measured. The message says why. */
public final class ToolFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean timedOut;

  public ToolFailure(String reason) {
    this(reason, /* timedOut= */ false);
  }

  /**
   * @param timedOut whether it was killed because it took too long
   */
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
