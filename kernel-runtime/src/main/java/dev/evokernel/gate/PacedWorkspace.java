package dev.evokernel.gate;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
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
import java.util.OptionalInt;
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
    launched(nanoClock.getAsLong() - began);
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill guards, int launches, long right) {
    long began = nanoClock.getAsLong();
    OptionalInt different = workspace.repeat(program, guards, launches, right);
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

  @Override
  public void prepare(InputSet inputSet) {
    workspace.prepare(inputSet);
  }

  @Override
  public void alternate(InputSet first, InputSet second) {
    workspace.alternate(first, second);
  }

  @Override
  public List<Spread> expected() {
    return workspace.expected();
  }

  @Override
  public void poison(GuardFill guards) {
    workspace.poison(guards);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    workspace.place(output, elements);
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    return workspace.compare(set);
  }

  @Override
  public long outputDigest(BufferSet set) {
    return workspace.outputDigest(set);
  }

  @Override
  public InputSet read(BufferSet set) {
    return workspace.read(set);
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
  public long time(Program program, Batch batch) {
    return workspace.time(program, batch);
  }

  @Override
  public Optional<Resources> resources(Program program) {
    return workspace.resources(program);
  }

  /** Closes nothing: the workspace belongs to the engine. */
  @Override
  public void close() {}
}
