package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.ReducedOutputs;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.cuda.GraphRecording.Turns;
import dev.evokernel.cuda.PreparedInputs.Prepared;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of one kernel on one shape, in device memory.
 *
 * <p>Findings about a launch are kept until the next launch, so that guards, inputs and outputs are
 * read once.
 */
final class CudaWorkspace implements Workspace {

  private final Kernel kernel;
  private final Shape shape;
  private final Handles.Stream stream;
  private final L2Flush flush;
  private final BufferLayout layout;
  private final Launches launches;
  private final CudaProgram reference;
  private final Inspection inspection;
  private final CandidateMemory memory;
  private final PreparedInputs sets;
  private final ReducedOutputs<Handles.Address> reduced;
  private final Repetitions repetitions;

  /** Input set in the inputs of each set of buffers. */
  private final Map<BufferSet, Prepared> held = new EnumMap<>(BufferSet.class);

  /** Input set that the last launch that wrote a set's outputs has read. */
  private final Map<BufferSet, Prepared> read = new EnumMap<>(BufferSet.class);

  private boolean alternating;

  /** Findings on the memory as it is; null after a launch or a copy. */
  private CandidateMemory.@Nullable Findings findings;

  /** Whether the first inputs and all guards were intact after the last launch. */
  private boolean intact;

  /** Program that wrote the outputs last; null where it is not a candidate. */
  private @Nullable CudaProgram writer;

  /** Scratch memory of the last launch; null before the first launch. */
  private @Nullable ScratchMemory lent;

  CudaWorkspace(
      Kernel kernel,
      Shape shape,
      CudaProgram reference,
      Optional<ReferenceCommand> command,
      Launches launches,
      Handles.Stream stream,
      L2Flush flush) {
    this.kernel = kernel;
    this.shape = shape;
    this.stream = stream;
    this.flush = flush;
    this.layout = BufferLayout.of(kernel, shape, Buffers.ALIGNMENT);
    this.launches = launches;
    this.reference = reference;
    this.inspection =
        new Inspection(
            reference,
            Math.max(CandidateMemory.watchedAtOnce(layout), 2 * kernel.scratchMemories()),
            layout.outputs().size(),
            stream);
    var oracle =
        new ReferenceRunner<>(
            kernel,
            shape,
            Buffers.ALIGNMENT,
            layout,
            inspection,
            command,
            new CudaReference(reference, inspection, launches, stream));
    this.memory = new CandidateMemory(layout, inspection);
    this.sets = new PreparedInputs(oracle, inspection, launches.limits(), memory);
    this.reduced = new ReducedOutputs<>(kernel, shape, layout, inspection, memory::at);
    this.repetitions = new Repetitions(memory, inspection, layout);
  }

  @Override
  public void prepare(InputSet inputSet) {
    alternating = false;
    Prepared before = held.get(BufferSet.FIRST);
    if (before != null
        && before.expected().inputSet().equals(inputSet)
        && intact
        && sets.has(inputSet)) {
      read.put(BufferSet.FIRST, before);
      return;
    }
    held.remove(BufferSet.FIRST);
    hold(BufferSet.FIRST, sets.restored(inputSet));
    intact = true;
    poison();
  }

  @Override
  public void alternate(List<InputSet> inputSets) {
    InputSet first = inputSets.get(0);
    InputSet second = inputSets.get(1);
    for (InputSet wanted : List.of(first, second, first)) { // They may share a damaged input.
      if (!sets.has(wanted)) {
        prepare(wanted);
      }
    }
    hold(BufferSet.FIRST, sets.copied(first, BufferSet.FIRST));
    hold(BufferSet.SECOND, sets.copied(second, BufferSet.SECOND));
    intact = false;
    findings = null;
    alternating = true;
  }

  @Override
  public List<Spread> expected() {
    return List.copyOf(held(BufferSet.FIRST).expected().spreads().values());
  }

  @Override
  public void poison(GuardFill guards) {
    findings = null;
    memory.poison(guards);
  }

  @Override
  public void launch(Program program) {
    TimedLaunch launch = touched(program);
    read.put(BufferSet.FIRST, held(BufferSet.FIRST));
    launch.once();
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill guards, int launches, long right) {
    CandidateMemory.Findings before = found(memory.launched());
    if (alternating || memory.outputDigest(before, BufferSet.FIRST) != right) {
      throw new IllegalStateException("A right single launch must come before its repetitions.");
    }
    TimedLaunch launch = touched(program);
    read.put(BufferSet.FIRST, held(BufferSet.FIRST));
    Optional<Repetitions.Different> different = repetitions.of(launch, before, guards, launches);
    findings =
        noted(
            different
                .map(Repetitions.Different::findings)
                .orElseGet(() -> memory.asBefore(before, guards)));
    return different.map(first -> OptionalInt.of(first.launch())).orElseGet(OptionalInt::empty);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    findings = null;
    writer = null;
    // The stream may still poison the output, and an upload waits for no stream.
    machine(cuStreamSynchronize(stream), "waiting for the device");
    Memory.upload(elements, memory.at(BufferSet.FIRST, layout.slot(output.name())));
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    machine(cuStreamSynchronize(stream), "waiting for the device");
    Memory.download(memory.at(set, layout.slot(output.name())), into);
  }

  @Override
  public long time(Program program, Batch batch) {
    TimedLaunch launch = touched(program);
    Turns turns = !alternating ? Turns.FIRST : batch.begin() % 2 == 0 ? Turns.EVEN : Turns.ODD;
    read.put(BufferSet.FIRST, readBy(turns, batch.launches() - 1));
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, readBy(turns, batch.probed()));
    }
    return launch.time(batch, turns);
  }

  @Override
  public Optional<Resources> resources(Program program) {
    var loaded = (CudaProgram) program.on(shape);
    return Optional.of(launches.resources(loaded, launchOf(loaded).calls()));
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    CandidateMemory.Look look = Objects.requireNonNull(lastRead(set).compared().get(set));
    CandidateMemory.Findings known = findings;
    if (known == null || set != BufferSet.FIRST || known.comparisons().isEmpty()) {
      CandidateMemory.Findings now = memory.find(look);
      known = known == null || set != BufferSet.FIRST ? now : known.with(now.comparisons());
      findings = set == BufferSet.FIRST ? noted(known) : findings;
    }
    Expected<Handles.Address> expected = lastRead(set).expected();
    return Stream.concat(
            known.comparisons().stream(),
            reduced.compare(
                set, configuration(), expected, output -> sets.criterion(output, expected)))
        .toList();
  }

  private Configuration configuration() {
    return writer == null ? kernel.defaultConfiguration() : writer.configuration();
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    return memory.bits(layout.slot(output.name()));
  }

  @Override
  public long outputDigest(BufferSet set) {
    return memory.outputDigest(found(touchedLast()), set);
  }

  @Override
  public InputSet read(BufferSet set) {
    return lastRead(set).expected().inputSet();
  }

  @Override
  public Optional<String> modifiedInput() {
    if (!alternating) {
      return memory.modified(
          found(memory.launched()), BufferSet.FIRST, held(BufferSet.FIRST).expected());
    }
    CandidateMemory.Findings now = memory.find(memory.inputs());
    return memory
        .modified(now, BufferSet.FIRST, held(BufferSet.FIRST).expected())
        .or(() -> memory.modified(now, BufferSet.SECOND, held(BufferSet.SECOND).expected()));
  }

  @Override
  public Optional<String> damagedCanary() {
    return memory
        .damaged(found(touchedLast()))
        .or(() -> Optional.ofNullable(lent).flatMap(scratch -> scratch.damaged(inspection)))
        .or(() -> reduced.writtenBeyond(configuration()));
  }

  @Override
  public void close() {
    sets.close();
    repetitions.close();
    memory.close();
    inspection.close();
    reference.close();
  }

  private TimedLaunch launchOf(CudaProgram program) {
    return program.launch(this, () -> make(program));
  }

  private TimedLaunch make(CudaProgram program) {
    var scratch = new ScratchMemory(BufferLayout.GUARD);
    try {
      Launches.Unplaced launch = launches.ofCandidate(layout, shape, program, scratch, List.of());
      var calls =
          new BufferCalls<List<Call>>(
              (from, to) ->
                  launch.at(slot -> memory.at(slot.isInput() ? BufferSet.at(from) : to, slot)));
      calls.make(2);
      scratch.watch(inspection);
      List<Call> single = launch.at(slot -> memory.writable(BufferSet.FIRST, slot));
      var preparation = new Preparation(memory::at, layout, program.symbols(layout));
      return new TimedLaunch(single, calls, preparation, scratch, program.entries(), stream, flush);
    } catch (RejectionException | EnvironmentException e) {
      scratch.close();
      throw e;
    }
  }

  private void hold(BufferSet set, Prepared inputs) {
    held.put(set, inputs);
    read.put(set, inputs);
  }

  private Prepared held(BufferSet set) {
    return Objects.requireNonNull(held.get(set), "prepare must be called first.");
  }

  private Prepared lastRead(BufferSet set) {
    return Objects.requireNonNull(read.get(set), "prepare must be called first.");
  }

  private Prepared readBy(Turns turns, int launch) {
    return held(turns.isOdd(launch) ? BufferSet.SECOND : BufferSet.FIRST);
  }

  /** Selects the program's launch and discards the findings on the memory. */
  private TimedLaunch touched(Program program) {
    findings = null;
    intact = false;
    writer = (CudaProgram) program.on(shape);
    TimedLaunch launch = launchOf(writer);
    lent = launch.scratch();
    return launch;
  }

  /** Memory that the last launch can have touched. */
  private CandidateMemory.Look touchedLast() {
    return alternating ? memory.timed() : memory.launched();
  }

  /** Findings on the memory as it is, computed at most once for each launch. */
  private CandidateMemory.Findings found(CandidateMemory.Look look) {
    CandidateMemory.Findings known = findings;
    if (known == null || !CandidateMemory.cover(known, look)) {
      known = noted(memory.find(look));
      findings = known;
    }
    return known;
  }

  /**
   * Records whether the first inputs and all guards are intact, as far as the findings cover them.
   */
  private CandidateMemory.Findings noted(CandidateMemory.Findings now) {
    intact |=
        !alternating
            && CandidateMemory.cover(now, memory.launched())
            && memory.damaged(now).isEmpty()
            && memory.modified(now, BufferSet.FIRST, held(BufferSet.FIRST).expected()).isEmpty();
    return now;
  }
}
