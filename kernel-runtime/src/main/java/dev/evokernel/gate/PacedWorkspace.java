package dev.evokernel.gate;

import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Spread;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * A workspace that ends the verification of a candidate that is far slower than the best: its
 * second launch then throws {@link RejectionException} with {@link Rejection#TIMEOUT}.
 */
public final class PacedWorkspace implements Workspace {

  private final Workspace workspace;
  private final LongSupplier nanoClock;
  private final Pace pace;

  /**
   * @param best the best p50 on this shape so far, in nanoseconds; empty when nothing is known
   * @param nanoClock such as {@link System#nanoTime}
   */
  public PacedWorkspace(Workspace workspace, OptionalDouble best, LongSupplier nanoClock) {
    this.workspace = workspace;
    this.nanoClock = nanoClock;
    this.pace = new Pace(best);
  }

  @Override
  public void launch(Program program) {
    long began = nanoClock.getAsLong();
    workspace.launch(program);
    pace.launched(nanoClock.getAsLong() - began)
        .ifPresent(
            reason -> {
              throw new RejectionException(Rejection.TIMEOUT, reason);
            });
  }

  @Override
  public void prepare(InputSet inputSet) {
    workspace.prepare(inputSet);
  }

  @Override
  public List<Spread> expected() {
    return workspace.expected();
  }

  @Override
  public void poison() {
    workspace.poison();
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    workspace.place(output, elements);
  }

  @Override
  public List<OutputComparison> compare() {
    return workspace.compare();
  }

  @Override
  public long outputDigest() {
    return workspace.outputDigest();
  }

  @Override
  public Optional<String> modifiedInput() {
    return workspace.modifiedInput();
  }

  @Override
  public Optional<String> damagedCanary() {
    return workspace.damagedCanary();
  }

  @Override
  public long time(Program program, int launches) {
    return workspace.time(program, launches);
  }

  @Override
  public long timeCold(Program program, int launches) {
    return workspace.timeCold(program, launches);
  }

  @Override
  public Optional<Resources> resources(Program program) {
    return workspace.resources(program);
  }

  /** Closes nothing: the workspace belongs to the engine. */
  @Override
  public void close() {}
}
