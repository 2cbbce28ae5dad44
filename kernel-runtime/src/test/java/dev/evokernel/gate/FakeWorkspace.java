package dev.evokernel.gate;

import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Spread;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A device that finds what a test tells it to, and writes down what it was asked. */
final class FakeWorkspace implements Workspace {

  static final OutputComparison RIGHT = new OutputComparison("y", 1000, 0, 0, 5, 1.0, 1.0, 0.5);

  final List<String> asked = new ArrayList<>();
  final Deque<OutputComparison> comparisons = new ArrayDeque<>();
  final Deque<Long> digests = new ArrayDeque<>();
  Optional<String> modified = Optional.empty();
  Optional<String> damaged = Optional.empty();

  @Override
  public void prepare(InputSet inputSet) {
    asked.add("prepare " + inputSet.toString().replace("seed ", ""));
  }

  @Override
  public List<Spread> expected() {
    return List.of();
  }

  @Override
  public void poison() {
    asked.add("poison");
  }

  @Override
  public void launch(Program program) {
    asked.add("launch");
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    asked.add("place " + output.name());
  }

  @Override
  public List<OutputComparison> compare() {
    asked.add("compare");
    return List.of(comparisons.isEmpty() ? RIGHT : comparisons.pop());
  }

  @Override
  public long outputDigest() {
    return digests.isEmpty() ? 0 : digests.pop();
  }

  @Override
  public Optional<String> modifiedInput() {
    return modified;
  }

  @Override
  public Optional<String> damagedCanary() {
    return damaged;
  }

  @Override
  public long timeCold(Program program, int launches) {
    return time(program, launches);
  }

  @Override
  public long time(Program program, int launches) {
    return launches;
  }

  @Override
  public void close() {}
}
