package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criteria;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.backend.memory.ReducedOutputs;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.outcome.OutputComparison;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of one kernel on one shape in this process's memory.
 *
 * <p>The inputs and expected outputs of each input set are kept while memory allows, so that the
 * reference runs once for each input set and not once for each candidate.
 *
 * <p>The buffers of the first set end at a guard page, and those of the second set begin at one. In
 * timed launches, a read of one element before or after an input therefore kills the process. A
 * write to an input of a timed launch kills it too, even if the write is undone.
 */
final class CpuWorkspace implements Workspace {

  /** About as long as another process runs before a waiting one has its turn. */
  private static final long SLICE_NANOS = 4_000_000;

  private static final String TIMING = "while it was timed";
  private static final long CACHED_BYTES = 512L << 20;

  /**
   * Minimum number of kept input sets: one for each set of buffers, one to compute, and one with
   * the reference's inputs.
   */
  private static final int KEPT = 4;

  /**
   * Bytes of the inputs that timed launches read in turn: half of a usual second-level cache. A
   * branch predictor does not learn so many random numbers by heart.
   */
  private static final long BYTES_IN_TURN = 512 << 10;

  private static final long EXPECTED_IN_TURN = 16 << 20;

  private static final int MOST_IN_TURN = 256;

  private record Bound(Program program, BufferCalls<List<CandidateProcess.Frame>> calls) {}

  private final Kernel kernel;
  private final Shape shape;
  private final DeviceLimits limits;
  private final QuietTimer timer;

  /** Launches in step with the scheduler's slices can all be disturbed in the same way. */
  private final RandomGenerator offBeat = new SplittableRandom(0);

  private boolean disturbed;
  private final CandidateProcesses processes = CandidateProcesses.ofThisProcess();
  private final CpuExpectations.Oracle oracle;
  private final CpuExpectations expectations;
  private final CpuCacheFlush flush;
  private final CpuBuffers first;
  private final CpuBuffers second;

  /** Arguments with the reference's types; empty if they are the same here. */
  private final Optional<CpuWorkspace> wide;

  private final LinkedHashMap<InputSet, Inputs> prepared = new LinkedHashMap<>(4, 0.75f, true);
  private final BufferLayout layout;
  private final ReducedOutputs<Differences.Elements> reduced;
  private final Criteria criteria;
  private final boolean preparedEachTime;
  private final int mostInTurn;
  private final int keep;

  /** Input set that the last launch that wrote a set's outputs has read. */
  private final Map<BufferSet, Inputs> read = new EnumMap<>(BufferSet.class);

  /** Inputs that timed launches read in turn; empty for the first set's alone. */
  private List<Inputs> turns = List.of();

  private CpuBuffers.@Nullable Further further;
  private @Nullable Bound bound;

  CpuWorkspace(
      Kernel kernel,
      Shape shape,
      DeviceLimits limits,
      CpuExpectations.Oracle oracle,
      CpuCacheFlush flush,
      Runnable discarded) {
    this.kernel = kernel;
    this.shape = shape;
    this.limits = limits;
    this.oracle = oracle;
    this.flush = flush;
    this.timer =
        new QuietTimer(
            this::waitedNanos,
            discarded,
            () -> LockSupport.parkNanos(offBeat.nextLong(SLICE_NANOS)));
    this.layout = BufferLayout.of(kernel, shape, Long.BYTES);
    this.reduced =
        new ReducedOutputs<>(
            kernel, shape, layout.outputs(), Differences.Elements::bytes, this::elements);
    this.criteria = new Criteria(kernel);
    this.preparedEachTime = kernel.entryPoint().signature().isPreparedEachTime();
    this.first = new CpuBuffers(kernel, shape, GuardedBuffer.Side.END);
    this.second = new CpuBuffers(kernel, shape, GuardedBuffer.Side.START);
    this.expectations = new CpuExpectations(kernel, shape, limits, oracle, first);
    Kernel reference = kernel.ofReference();
    this.wide =
        reference.entryPoint().signature().types().equals(kernel.entryPoint().signature().types())
            ? Optional.empty()
            : Optional.of(new CpuWorkspace(reference, shape, limits, oracle, flush, discarded));
    long bytes =
        kernel
            .entryPoint()
            .signature()
            .buffers()
            .filter(Predicate.not(Argument.Buffer::isSymbol))
            .mapToLong(buffer -> first.data(buffer.name()).byteSize())
            .sum();
    this.mostInTurn = mostInTurn(kernel, shape, oracle);
    this.keep =
        Math.clamp(CACHED_BYTES / Math.max(1, bytes), KEPT, kernel.depended().isEmpty() ? 8 : 64)
            + 2 * (mostInTurn - 2); // Those of all batches, and new ones.
  }

  /** Few for a reference that is a program, and for inputs that are read from files. */
  private static int mostInTurn(Kernel kernel, Shape shape, CpuExpectations.Oracle oracle) {
    List<Argument.Buffer> inputs = kernel.inputs().stream().map(Signature.Input::buffer).toList();
    boolean quick =
        oracle instanceof CpuExpectations.Oracle.Function
            && kernel.depended().isEmpty()
            && inputs.stream().noneMatch(input -> input.fill() instanceof Fill.Given)
            && inputs.stream().anyMatch(input -> input.fill().isRandom());
    return quick
        ? Math.clamp(
            Math.min(
                BYTES_IN_TURN / Math.max(1, bytes(kernel, shape, inputs)),
                EXPECTED_IN_TURN / Math.max(1, bytes(kernel, shape, kernel.outputs()))),
            2,
            MOST_IN_TURN)
        : 2;
  }

  private static long bytes(Kernel kernel, Shape shape, List<Argument.Buffer> buffers) {
    return buffers.stream()
        .mapToLong(
            buffer -> buffer.type().bytes(Extent.ofReference(kernel, shape, buffer).elements()))
        .sum();
  }

  @Override
  public int mostInTurn() {
    return mostInTurn;
  }

  @Override
  public void prepare(InputSet inputSet) {
    processes.stop();
    Inputs inputs = inputs(inputSet);
    first.hold(inputs, false);
    read.put(BufferSet.FIRST, inputs);
    turns = List.of();
  }

  @Override
  public void alternate(List<InputSet> inputSets) {
    processes.stop();
    List<Inputs> wanted = inputSets.stream().map(this::inputs).toList();
    place(wanted.get(1), second, BufferSet.SECOND);
    place(wanted.get(0), first, BufferSet.FIRST);
    if (wanted.size() > 2) {
      further().hold(wanted.subList(2, wanted.size()));
    }
    turns = wanted;
  }

  private CpuBuffers.Further further() {
    CpuBuffers.Further known = further;
    if (known == null) {
      known = new CpuBuffers.Further(first.sizesOfInputs(), mostInTurn - 2);
      further = known;
    }
    return known;
  }

  /**
   * Writes the inputs even where the buffers hold them already, because they must be new to a
   * kernel.
   */
  private void place(Inputs inputs, CpuBuffers buffers, BufferSet set) {
    buffers.release();
    buffers.hold(inputs, true);
    read.put(set, inputs);
  }

  @Override
  public List<Spread> expected() {
    return spreads(first.held());
  }

  private List<Spread> spreads(Inputs inputs) {
    return kernel.outputs().stream().map(output -> inputs.spread(output.name())).toList();
  }

  @Override
  public void poison(GuardFill guards) {
    processes.stop();
    first.poison(guards);
    second.poison(guards);
  }

  @Override
  public void launch(Program program) {
    read.put(BufferSet.FIRST, first.held());
    CpuProgram own = here(program);
    List<CandidateProcess.Frame> call = calls(program).of(0, false);
    surviving(
        () -> {
          own.fill(first.held());
          own.process().ready(List.of(call), call, "during verification");
          return own.process().launch(1, Batch.NONE);
        });
  }

  /** Runs launches; a candidate that ended may have damaged inputs. */
  private long surviving(LongSupplier launches) {
    try {
      return launches.getAsLong();
    } catch (RejectionException e) {
      first.release();
      second.release();
      throw e;
    }
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    processes.stop();
    bound = null;
    first.data(output.name()).copyFrom(elements);
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    processes.stop();
    into.copyFrom(buffers(set).data(output.name()).asSlice(0, into.byteSize()));
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    processes.stop();
    Inputs inputs = lastRead(set);
    return layout.outputs().stream().map(output -> compare(output, set, inputs)).toList();
  }

  private OutputComparison compare(Slot output, BufferSet set, Inputs inputs) {
    Criterion criterion =
        criteria.of(output.argument(), inputs.inputSet(), inputs.spread(output.name()));
    Differences.Elements expected = inputs.expected(output.name());
    return output.argument().isReduced()
        ? reduced.compare(
            output,
            set,
            configuration(),
            new Place<>(expected, expected.type(), expected.count()),
            criterion)
        : Differences.compare(output.name(), criterion, elements(set, output), expected);
  }

  private Differences.Elements elements(BufferSet set, Slot output) {
    return new Differences.Elements(output.argument().type(), buffers(set).data(output.name()));
  }

  private Configuration configuration() {
    Bound last = bound;
    return last == null
        ? kernel.defaultConfiguration()
        : ((CpuProgram) last.program()).configuration();
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    processes.stop();
    return Digest.OPEN.of(buffers(BufferSet.FIRST).data(output.name()));
  }

  @Override
  public long outputDigest(BufferSet set) {
    processes.stop();
    return buffers(set).outputDigest();
  }

  @Override
  public InputSet read(BufferSet set) {
    return lastRead(set).inputSet();
  }

  @Override
  public Optional<String> modifiedInput() {
    processes.stop();
    return seen(
        first
            .modifiedInput()
            .or(() -> turns.isEmpty() ? Optional.empty() : second.modifiedInput()));
  }

  @Override
  public Optional<String> damagedCanary() {
    processes.stop();
    return seen(
        first
            .damagedCanary()
            .or(second::damagedCanary)
            .or(() -> reduced.writtenBeyond(configuration())));
  }

  /**
   * Times each launch separately from cold caches, and where a preparation precedes each launch.
   */
  @Override
  public long time(Program program, Batch batch) {
    disturbed = false;
    return surviving(() -> timed(program, batch));
  }

  @Override
  public boolean wasDisturbed() {
    return disturbed;
  }

  private long timed(Program program, Batch batch) {
    CpuProgram own = here(program);
    CandidateProcess process = own.process();
    int begin = batch.begin();
    int last = batch.launches() - 1;
    if (batch.lasting() != Batch.NONE) {
      read.put(BufferSet.FIRST, readBy(begin + batch.lasting()));
    }
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, readBy(begin + batch.probed()));
    }
    List<List<CandidateProcess.Frame>> inTurn =
        IntStream.range(0, Math.min(batch.launches(), Math.max(1, turns.size())))
            .mapToObj(i -> calls(program).of(position(begin + i), false))
            .toList();
    List<CandidateProcess.Frame> probing =
        batch.probed() == Batch.NONE
            ? inTurn.getFirst()
            : calls(program).of(position(begin + batch.probed()), true);
    if (batch.cache() == CacheState.HOT && !preparedEachTime) {
      return clocked(
          batch,
          process,
          () -> process.ready(inTurn, probing, TIMING),
          () -> process.launch(batch.launches(), batch.probed()));
    }
    long sum = 0;
    for (int i = 0; i <= last; i++) {
      boolean probed = i == batch.probed();
      List<CandidateProcess.Frame> call = inTurn.get(i % inTurn.size());
      Inputs inputs = readBy(begin + i);
      sum +=
          clocked(
              batch,
              process,
              () -> {
                own.fill(inputs);
                processes.stop(); // No thread of it sees new inputs before the clock runs.
                buffers(probed ? BufferSet.SECOND : BufferSet.FIRST).restore(inputs);
                if (batch.cache() == CacheState.COLD) {
                  flush.run();
                }
                process.ready(List.of(call), probing, TIMING);
              },
              () -> process.launch(1, probed ? 0 : Batch.NONE));
    }
    return sum;
  }

  private long waitedNanos() {
    return here(Objects.requireNonNull(bound).program()).process().waitedNanos();
  }

  /**
   * Times launches after a preparation. Where a disturbed batch cannot be repeated, the clock of
   * the process counts: a late answer would hide that the process knows its inputs.
   */
  private long clocked(
      Batch batch, CandidateProcess process, Runnable preparation, LongSupplier launches) {
    LongSupplier whole =
        () -> {
          preparation.run();
          return launches.getAsLong();
        };
    if (batch.disturbed() == Batch.WhenDisturbed.IGNORE) {
      var _ = whole.getAsLong();
      return process.clockedNanos();
    }
    long nanos =
        batch.disturbed() == Batch.WhenDisturbed.RETURN ? timer.once(whole) : timer.time(whole);
    disturbed |= timer.wasDisturbed();
    return nanos;
  }

  @Override
  public void close() {
    prepared.values().forEach(Inputs::close);
    first.close();
    second.close();
    if (further != null) {
      further.close();
    }
    wide.ifPresentOrElse(CpuWorkspace::close, oracle::close);
  }

  private Inputs inputs(InputSet inputSet) {
    Inputs known = prepared.get(inputSet);
    if (known == null) {
      InputSet asked = inputSet.ofReference(kernel);
      Optional<Inputs> same =
          wide.map(other -> other.inputs(asked))
              .or(() -> asked.equals(inputSet) ? Optional.empty() : Optional.of(inputs(asked)));
      while (prepared.size() >= keep) {
        Inputs oldest = prepared.pollFirstEntry().getValue();
        first.release(oldest);
        second.release(oldest);
        oldest.close();
      }
      var made = new Inputs(kernel, shape, inputSet);
      same.ifPresentOrElse(made::expectAs, () -> expectations.expect(made));
      prepared.put(inputSet, made);
      known = made;
    }
    if (!(oracle instanceof CpuExpectations.Oracle.None)) {
      criteria.note(inputSet, spreads(known));
    }
    return known;
  }

  private BufferCalls<List<CandidateProcess.Frame>> calls(Program candidate) {
    Program program = candidate.on(shape);
    Bound last = bound;
    if (last == null || !last.program().equals(program)) {
      last = new Bound(program, new BufferCalls<>((from, to) -> call(program, from, to)));
      bound = last;
    }
    return last.calls();
  }

  private List<CandidateProcess.Frame> call(Program program, int from, BufferSet to) {
    Function<String, MemorySegment> inputs =
        switch (from) {
          case 0 -> first::data;
          case 1 -> second::data;
          default -> name -> further().data(name, from - 2);
        };
    return new NativeCall((CpuProgram) program, shape, limits, inputs, buffers(to)).frames();
  }

  private CpuProgram here(Program program) {
    return (CpuProgram) program.on(shape);
  }

  private CpuBuffers buffers(BufferSet set) {
    return switch (set) {
      case FIRST -> first;
      case SECOND -> second;
    };
  }

  private Inputs readBy(int launch) {
    return turns.isEmpty() ? first.held() : turns.get(position(launch));
  }

  private int position(int launch) {
    return turns.isEmpty() ? 0 : launch % turns.size();
  }

  private Inputs lastRead(BufferSet set) {
    return Objects.requireNonNull(read.get(set), "prepare must be called first.");
  }

  private Optional<String> seen(Optional<String> damage) {
    if (damage.isPresent()) {
      first.release();
      second.release();
    }
    return damage;
  }
}
