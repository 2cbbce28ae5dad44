package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;

/** A device that finds what a test tells it to, and writes down what it was asked. */
final class FakeWorkspace implements Workspace {

  static final OutputComparison RIGHT = new OutputComparison("y", 1000, 0, 0, 5, 1.0, 1.0, 0.5);

  final List<String> asked = new ArrayList<>();
  final Deque<OutputComparison> comparisons = new ArrayDeque<>();
  final Deque<Long> digests = new ArrayDeque<>();
  final Deque<Long> durations = new ArrayDeque<>();

  /** The digest of outputs where none was told, by what stood beside the buffers. */
  ToLongFunction<GuardFill> digest = _ -> 0;

  /** The place of the input set that the first launch of each batch read. */
  final List<Integer> begins = new ArrayList<>();

  int mostInTurn = 2;

  /** Whether each further batch is disturbed; false where none was told. */
  final Deque<Boolean> disturbed = new ArrayDeque<>();

  /** Value of each byte of the outputs. */
  byte content;

  private final Map<BufferSet, InputSet> read = new EnumMap<>(BufferSet.class);
  private List<InputSet> held = List.of();
  private GuardFill lastGuards = GuardFill.FINITE;
  Optional<String> modified = Optional.empty();
  Optional<String> damaged = Optional.empty();

  @Override
  public void prepare(InputSet inputSet) {
    asked.add("prepare " + inputSet.toString().replace("seed ", ""));
    held = List.of(inputSet, inputSet);
  }

  @Override
  public int mostInTurn() {
    return mostInTurn;
  }

  @Override
  public void alternate(List<InputSet> inputSets) {
    asked.add(
        inputSets.stream()
            .map(inputSet -> " " + inputSet.seed())
            .collect(Collectors.joining("", "alternate", "")));
    held = List.copyOf(inputSets);
  }

  @Override
  public List<Spread> expected() {
    return List.of();
  }

  @Override
  public void poison(GuardFill guards) {
    asked.add(guards == GuardFill.FINITE ? "poison" : "poison nan");
    lastGuards = guards;
  }

  @Override
  public void launch(Program program) {
    asked.add("launch");
    read.put(BufferSet.FIRST, held.getFirst());
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    into.fill(content);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    asked.add("place " + output.name());
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    asked.add("compare");
    return List.of(comparisons.isEmpty() ? RIGHT : comparisons.pop());
  }

  @Override
  public long outputDigest(BufferSet set) {
    return digests.isEmpty() ? digest.applyAsLong(lastGuards) : digests.pop();
  }

  @Override
  public InputSet read(BufferSet set) {
    return read.getOrDefault(set, InputSet.usual(0));
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
  public boolean wasDisturbed() {
    return !disturbed.isEmpty() && disturbed.pop();
  }

  @Override
  public long time(Program program, Batch batch) {
    asked.add("time " + batch.launches() + (batch.probed() == Batch.NONE ? "" : " probed"));
    begins.add(batch.begin());
    if (batch.lasting() != Batch.NONE) {
      read.put(BufferSet.FIRST, held.get((batch.begin() + batch.lasting()) % held.size()));
    }
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, held.get((batch.begin() + batch.probed()) % held.size()));
    }
    return durations.isEmpty() ? batch.launches() : durations.pop();
  }

  @Override
  public void close() {}
}
