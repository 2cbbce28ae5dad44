package dev.evokernel.gate;

import dev.evokernel.backend.ForwardingWorkspace;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.outcome.Rejection;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * Workspace that ends the verification of a candidate which is far slower than the best, with
 * {@link Rejection#TIMEOUT}.
 */
public final class PacedWorkspace extends ForwardingWorkspace {

  private final LongSupplier nanoClock;
  private final Pace pace;

  /**
   * @param best best p50 on this shape so far, in nanoseconds; empty if unknown
   * @param nanoClock clock such as {@link System#nanoTime}
   */
  public PacedWorkspace(Workspace workspace, OptionalDouble best, LongSupplier nanoClock) {
    super(workspace);
    this.nanoClock = nanoClock;
    this.pace = new Pace(best);
  }

  @Override
  public void launch(Program program) {
    long began = nanoClock.getAsLong();
    super.launch(program);
    launched(nanoClock.getAsLong() - began);
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill guards, int launches, long right) {
    long began = nanoClock.getAsLong();
    OptionalInt different = super.repeat(program, guards, launches, right);
    launched((nanoClock.getAsLong() - began) / launches);
    return different;
  }

  private void launched(long nanos) {
    pace.launched(nanos)
        .ifPresent(
            reason -> {
              throw new RejectionException(Rejection.TIMEOUT, reason);
            });
  }

  /** Closes nothing: the workspace belongs to the engine. */
  @Override
  public void close() {}
}
