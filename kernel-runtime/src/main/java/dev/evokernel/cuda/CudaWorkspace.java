package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Spread;
import dev.evokernel.backend.Workspace;
import dev.evokernel.cuda.GraphRecording.Turns;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One kernel's arguments on one shape, in device memory.
 *
 * <p>The inputs and expected outputs of every input set are computed on the device once and stay
 * there. A change of input set copies the inputs to the candidates' buffers and verifies the
 * digests of the copied inputs and of the expected outputs: a candidate may have written anywhere.
 * Where both sets of buffers are filled, before each verified batch, the copies alone are made.
 *
 * <p>Findings about a launch are kept until the next one, so that guards, inputs and outputs are
 * read once.
 */
final class CudaWorkspace implements Workspace {

  /**
   * The unmodified inputs and the expected outputs of one input set.
   *
   * @param sources the inputs in the first set of buffers, and the expected outputs
   * @param restored checks whether {@code sources} are intact
   * @param compared by set of buffers, checks the outputs and all that was touched
   */
  private record Prepared(
      InputSet inputSet,
      Expected expected,
      Regions sources,
      Inspection.Look restored,
      Map<BufferSet, CandidateMemory.Look> compared)
      implements AutoCloseable {
    @Override
    public void close() {
      sources.close();
      expected.close();
    }
  }

  private final Kernel kernel;
  private final Shape shape;
  private final Handles.Stream stream;
  private final L2Flush flush;
  private final Layout layout;
  private final Launches launches;
  private final CudaProgram reference;
  private final Inspection inspection;
  private final CudaReferenceRunner oracle;
  private final CandidateMemory memory;
  private final CandidateMemory.Look launched;
  private final CandidateMemory.Look timed;
  private final CandidateMemory.Look inputs;
  private final Repetitions repetitions;
  private final Map<InputSet, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Double> usual = new LinkedHashMap<>();

  /** What the inputs of each set hold. */
  private final Map<BufferSet, Prepared> held = new EnumMap<>(BufferSet.class);

  /** What the launch read that wrote a set's outputs last. */
  private final Map<BufferSet, Prepared> read = new EnumMap<>(BufferSet.class);

  private boolean alternating;

  /** Which inputs the next batch of one launch reads; longer batches begin with the first. */
  private int turn;

  /** The findings on the memory as it is now; null after a launch or a copy. */
  private CandidateMemory.@Nullable Findings findings;

  /** Whether the first inputs and all guards were intact after the last launch. */
  private boolean intact;

  /** What wrote the outputs last; null where that is no candidate. */
  private @Nullable CudaProgram writer;

  /** The scratch memory of the last launch; null before the first one. */
  private @Nullable ScratchMemory lent;

  /**
   * @param reference the checks, and with them the reference where it is compiled
   * @param command the reference where it is not
   * @param flush the device's
   */
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
    this.reference = reference;
    this.launches = launches;
    this.stream = stream;
    this.flush = flush;
    this.layout = Layout.of(kernel, shape);
    this.inspection =
        new Inspection(
            reference,
            Math.max(CandidateMemory.watchedAtOnce(layout), 2 * kernel.scratchMemories()),
            layout.outputs().size(),
            stream);
    this.oracle =
        new CudaReferenceRunner(
            kernel, shape, layout, reference, command, inspection, launches, stream);
    this.memory = new CandidateMemory(layout, inspection);
    this.launched = memory.look(memory.launched(), List.of());
    this.timed = memory.look(memory.timed(), List.of());
    this.inputs = memory.look(memory.inputs(), List.of());
    this.repetitions = new Repetitions(memory, inspection, layout, stream);
  }

  @Override
  public void prepare(InputSet inputSet) {
    alternating = false;
    Prepared before = held.get(BufferSet.FIRST);
    if (before != null && before.inputSet().equals(inputSet) && intact) {
      read.put(BufferSet.FIRST, before);
      return;
    }
    held.remove(BufferSet.FIRST);
    Prepared wanted = prepared.get(inputSet);
    if (wanted == null || !restores(wanted)) {
      forget(inputSet);
      wanted = compute(inputSet);
      prepared.put(inputSet, wanted);
      if (!restores(wanted)) {
        throw new EnvironmentException(
            "Inputs and expected outputs of kernel '%s' on shape %s have changed in device memory. Maybe it is failing: nvidia-smi -q -d ECC."
                .formatted(kernel.name(), shape));
      }
    }
    held.put(BufferSet.FIRST, wanted);
    read.put(BufferSet.FIRST, wanted);
    intact = true;
    if (usual.isEmpty() && inputSet.special().isEmpty()) {
      expected().forEach(spread -> usual.put(spread.argument(), spread.magnitude()));
    }
    poison();
  }

  @Override
  public void alternate(InputSet first, InputSet second) {
    for (InputSet wanted : List.of(first, second)) {
      if (prepared.get(wanted) == null) {
        prepare(wanted);
      }
    }
    copy(first, BufferSet.FIRST);
    copy(second, BufferSet.SECOND);
    intact = false;
    findings = null;
    alternating = true;
    turn = 0;
  }

  @Override
  public List<Spread> expected() {
    return held(BufferSet.FIRST).expected().spreads();
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
    CandidateMemory.Findings before = found(launched);
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
    return different.map(one -> OptionalInt.of(one.launch())).orElseGet(OptionalInt::empty);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    findings = null;
    writer = null;
    // The stream may not have poisoned the output yet, and an upload waits for no stream.
    machine(cuStreamSynchronize(stream), "waiting for the device");
    layout.outputs().stream()
        .filter(slot -> slot.argument().name().equals(output.name()))
        .forEach(slot -> Memory.upload(elements, memory.at(BufferSet.FIRST, slot)));
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    machine(cuStreamSynchronize(stream), "waiting for the device");
    layout.outputs().stream()
        .filter(slot -> slot.argument().name().equals(output.name()))
        .forEach(slot -> Memory.download(memory.at(set, slot), into));
  }

  @Override
  public long time(Program program, Batch batch) {
    TimedLaunch launch = touched(program);
    int begin = batch.launches() == 1 ? turn : 0;
    Turns turns = !alternating ? Turns.FIRST : begin == 0 ? Turns.EVEN : Turns.ODD;
    read.put(BufferSet.FIRST, readBy(turns, batch.launches() - 1));
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, readBy(turns, batch.probed()));
    }
    turn = (begin + batch.launches()) % 2;
    return launch.time(batch, turns);
  }

  @Override
  public Optional<Resources> resources(Program program) {
    var loaded = (CudaProgram) program.on(shape);
    Call call = launchOf(loaded).call();
    return Optional.of(
        new Resources(
            loaded.registers(),
            loaded.localBytes(),
            loaded.staticShared(),
            call.shared(),
            launches.occupancy(call)));
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
    return Stream.concat(known.comparisons().stream(), reduced(set)).toList();
  }

  /** The comparisons of the outputs of which one number counts. */
  private Stream<OutputComparison> reduced(BufferSet set) {
    Prepared prepared = lastRead(set);
    return reducedOutputs()
        .map(
            output ->
                new ReducedOutputs(kernel, shape)
                    .compare(
                        output,
                        configuration(),
                        memory.at(set, output),
                        prepared.expected(),
                        criterion(output, prepared.inputSet(), prepared.expected())));
  }

  private Stream<Layout.Slot> reducedOutputs() {
    return layout.outputs().stream().filter(output -> output.argument().isReduced());
  }

  /** Of the program that wrote the outputs last. */
  private Configuration configuration() {
    return writer == null ? kernel.defaultConfiguration() : writer.configuration();
  }

  /** The first reduced output of which more was written than it has. */
  private Optional<String> writtenBeyond() {
    return Stream.of(BufferSet.values())
        .flatMap(
            set ->
                reducedOutputs()
                    .filter(
                        output ->
                            new ReducedOutputs(kernel, shape)
                                .isWrittenBeyond(
                                    output,
                                    configuration(),
                                    memory.at(set, output),
                                    Buffers.poison(output))))
        .map(output -> output.argument().name())
        .findFirst();
  }

  @Override
  public long outputDigest(BufferSet set) {
    return memory.outputDigest(found(alternating ? timed : launched), set);
  }

  @Override
  public InputSet read(BufferSet set) {
    return lastRead(set).inputSet();
  }

  @Override
  public Optional<String> modifiedInput() {
    if (!alternating) {
      return memory.modified(found(launched), BufferSet.FIRST, held(BufferSet.FIRST).expected());
    }
    CandidateMemory.Findings now = memory.find(inputs);
    return memory
        .modified(now, BufferSet.FIRST, held(BufferSet.FIRST).expected())
        .or(() -> memory.modified(now, BufferSet.SECOND, held(BufferSet.SECOND).expected()));
  }

  @Override
  public Optional<String> damagedCanary() {
    return memory
        .damaged(found(alternating ? timed : launched))
        .or(() -> Optional.ofNullable(lent).flatMap(scratch -> scratch.damaged(inspection)))
        .or(this::writtenBeyond);
  }

  @Override
  public void close() {
    prepared.values().forEach(Prepared::close);
    repetitions.close();
    memory.close();
    inspection.close();
    reference.close();
  }

  private TimedLaunch launchOf(CudaProgram program) {
    return program.launch(this, () -> make(program));
  }

  private TimedLaunch make(CudaProgram program) {
    var scratch = new ScratchMemory(Layout.GUARD);
    try {
      Launches.Unplaced launch = launches.ofCandidate(layout, shape, program, scratch);
      BufferCalls<Call> calls =
          BufferCalls.of(
              (from, to) -> launch.at(slot -> memory.at(slot.isInput() ? from : to, slot)));
      scratch.watch(inspection);
      Call single = launch.at(slot -> memory.writable(BufferSet.FIRST, slot));
      var preparation = new Preparation(memory::at, layout, program.symbols(layout));
      return new TimedLaunch(single, calls, preparation, scratch, program.entry(), stream, flush);
    } catch (RejectionException | EnvironmentException e) {
      scratch.close();
      throw e;
    }
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

  private Spread spread(Layout.Slot output, Expected expected) {
    return expected.spreads().get(layout.outputs().indexOf(output));
  }

  /** The program's launch; findings on the memory become invalid. */
  private TimedLaunch touched(Program program) {
    findings = null;
    intact = false;
    writer = (CudaProgram) program.on(shape);
    TimedLaunch launch = launchOf(writer);
    lent = launch.scratch();
    return launch;
  }

  /** The findings on the memory as it is; computed at most once for each launch. */
  private CandidateMemory.Findings found(CandidateMemory.Look look) {
    CandidateMemory.Findings known = findings;
    if (known == null || !CandidateMemory.tell(known, look.watch())) {
      known = noted(memory.find(look));
      findings = known;
    }
    return known;
  }

  /** Notes whether the first inputs and all guards are intact, as far as that was looked at. */
  private CandidateMemory.Findings noted(CandidateMemory.Findings now) {
    intact |=
        !alternating
            && CandidateMemory.tell(now, memory.launched())
            && memory.damaged(now).isEmpty()
            && memory.modified(now, BufferSet.FIRST, held(BufferSet.FIRST).expected()).isEmpty();
    return now;
  }

  /** Copies the inputs of an input set to a set of buffers. */
  private void copy(InputSet inputSet, BufferSet to) {
    Prepared wanted = Objects.requireNonNull(prepared.get(inputSet));
    for (Layout.Slot input : layout.inputs()) {
      machine(
          cuMemcpyDtoDAsync(
              memory.writable(to, input), wanted.expected().at(input), input.bytes(), stream),
          "copying inputs");
    }
    held.put(to, wanted);
    read.put(to, wanted);
  }

  /** Copies the inputs to the first buffers; false when the kept copies are damaged. */
  private boolean restores(Prepared wanted) {
    for (Layout.Slot input : layout.inputs()) {
      machine(
          cuMemcpyDtoDAsync(
              memory.writable(BufferSet.FIRST, input),
              wanted.expected().at(input),
              input.bytes(),
              stream),
          "copying inputs");
    }
    return inspection.find(wanted.restored()).digests().equals(wanted.expected().digests());
  }

  private Prepared compute(InputSet inputSet) {
    makeRoom();
    Expected expected = oracle.of(inputSet);
    Regions sources =
        Regions.of(
            Stream.concat(
                    layout.inputs().stream().map(input -> memory.data(BufferSet.FIRST, input)),
                    layout.outputs().stream().map(expected::region))
                .toList());
    return new Prepared(
        inputSet,
        expected,
        sources,
        inspection.look(sources, List.of()),
        Map.of(
            BufferSet.FIRST,
            memory.look(memory.launched(), pairs(BufferSet.FIRST, inputSet, expected)),
            BufferSet.SECOND,
            memory.look(memory.timed(), pairs(BufferSet.SECOND, inputSet, expected))));
  }

  private List<Inspection.Pair> pairs(BufferSet set, InputSet inputSet, Expected expected) {
    return layout.outputs().stream()
        .filter(output -> !output.argument().isReduced())
        .map(
            output ->
                new Inspection.Pair(
                    output.argument().name(),
                    output.argument().type(),
                    memory.at(set, output),
                    expected.type(output),
                    expected.at(output),
                    output.elements(),
                    criterion(output, inputSet, expected)))
        .toList();
  }

  private Criterion criterion(Layout.Slot output, InputSet inputSet, Expected expected) {
    return Criterion.of(
        kernel
            .correctness()
            .tolerances()
            .getOrDefault(output.argument().type(), new Tolerance(0, 0)),
        output.argument().type(),
        inputSet,
        spread(output, expected),
        usual.getOrDefault(output.argument().name(), 0.0));
  }

  /** Input sets stay while as much memory is free as another one could take; the last one stays. */
  private void makeRoom() {
    while (prepared.size() > 1 && Memory.free() < 2 * Expected.bytes(layout)) {
      forget(prepared.keySet().iterator().next());
    }
  }

  private void forget(InputSet inputSet) {
    Prepared forgotten = prepared.remove(inputSet);
    if (forgotten != null) {
      forgotten.close();
    }
  }
}
