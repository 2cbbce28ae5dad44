package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.cpu.containment.CandidateProcess;
import dev.evokernel.cpu.host.QuietTimer;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.data.Shape;
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

  private static final String TIMING = "while it was timed";
  private static final long CACHED_BYTES = 512L << 20;

  /**
   * Minimum number of kept input sets: one for each set of buffers, one to compute, and one with
   * the reference's inputs.
   */
  private static final int KEPT = 4;

  /** Entry points with their arguments, ready to call. */
  private record Bound(Program program, BufferCalls<List<CandidateProcess.Frame>> calls) {}

  private final Kernel kernel;
  private final Shape shape;
  private final DeviceLimits limits;
  private final QuietTimer timer;
  private final SecondClock clock = new SecondClock();
  private final CpuReferenceRunner oracle;
  private final CpuExpectations expectations;
  private final CpuCacheFlush flush;
  private final CpuBuffers first;
  private final CpuBuffers second;
  private final LazyResults lazy;

  /** Arguments with the reference's types; empty if they are the same here. */
  private final Optional<CpuWorkspace> wide;

  private final LinkedHashMap<InputSet, Inputs> prepared = new LinkedHashMap<>(4, 0.75f, true);
  private final Map<String, Double> usual = new LinkedHashMap<>();
  private final boolean preparedEachTime;
  private final int keep;

  /** Input set that the last launch that wrote a set's outputs has read. */
  private final Map<BufferSet, Inputs> read = new EnumMap<>(BufferSet.class);

  private boolean alternating;

  /** Inputs that the next batch of one launch reads; longer batches begin with the first. */
  private int turn;

  private @Nullable Bound bound;

  CpuWorkspace(
      Kernel kernel,
      Shape shape,
      DeviceLimits limits,
      CpuReferenceRunner oracle,
      CpuCacheFlush flush,
      Runnable discarded) {
    this.kernel = kernel;
    this.shape = shape;
    this.limits = limits;
    this.oracle = oracle;
    this.flush = flush;
    this.timer = new QuietTimer(this::delayNanos, discarded);
    this.preparedEachTime = kernel.entryPoint().signature().isPreparedEachTime();
    this.first = new CpuBuffers(kernel, shape, GuardedBuffer.Side.END);
    this.second = new CpuBuffers(kernel, shape, GuardedBuffer.Side.START);
    this.expectations = new CpuExpectations(kernel, shape, limits, oracle, first);
    this.lazy = new LazyResults(first, clock);
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
    this.keep =
        Math.clamp(CACHED_BYTES / Math.max(1, bytes), KEPT, kernel.depended().isEmpty() ? 8 : 64);
  }

  @Override
  public void prepare(InputSet inputSet) {
    Inputs inputs = inputs(inputSet);
    first.hold(inputs, false);
    read.put(BufferSet.FIRST, inputs);
    alternating = false;
  }

  @Override
  public void alternate(InputSet even, InputSet odd) {
    place(inputs(odd), second, BufferSet.SECOND);
    place(inputs(even), first, BufferSet.FIRST);
    alternating = true;
    turn = 0;
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
    return kernel.outputs().stream().map(output -> first.held().spread(output.name())).toList();
  }

  @Override
  public void poison(GuardFill guards) {
    first.poison(guards);
    second.poison(guards);
  }

  @Override
  public void launch(Program program) {
    read.put(BufferSet.FIRST, first.held());
    CpuProgram own = here(program);
    BufferCalls<List<CandidateProcess.Frame>> calls = calls(program);
    paused(
        program,
        () -> {
          own.fill(first.held());
          own.process().ready(calls, "during verification");
          own.process().launch(0, 1, false, Batch.NONE);
          return 0L;
        });
  }

  /** Runs launches and then stops the candidate; one that ended may have damaged inputs. */
  private long paused(Program program, LongSupplier launches) {
    try {
      long result = launches.getAsLong();
      here(program).process().pause();
      return result;
    } catch (RejectionException e) {
      first.release();
      second.release();
      throw e;
    }
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    bound = null;
    first.data(output.name()).copyFrom(elements);
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    into.copyFrom(buffers(set).data(output.name()).asSlice(0, into.byteSize()));
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    Inputs inputs = lastRead(set);
    return kernel.outputs().stream().map(output -> compare(output, buffers(set), inputs)).toList();
  }

  private OutputComparison compare(Argument.Buffer output, CpuBuffers buffers, Inputs inputs) {
    Criterion criterion = criterion(output, inputs);
    MemorySegment data = buffers.data(output.name());
    Differences.Elements expected = inputs.expected(output.name());
    return output.isReduced()
        ? Differences.compareReduced(
            output,
            criterion,
            new Differences.Elements(
                output.type(), data.asSlice(0, output.type().bytes(elements(output)))),
            expected)
        : Differences.compare(
            output.name(), criterion, new Differences.Elements(output.type(), data), expected);
  }

  private long elements(Argument.Buffer output) {
    Bound last = bound;
    return Extent.of(
            kernel,
            shape,
            output,
            last == null
                ? kernel.defaultConfiguration()
                : ((CpuProgram) last.program()).configuration())
        .elements();
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    return Digest.OPEN.of(buffers(BufferSet.FIRST).data(output.name()));
  }

  @Override
  public long outputDigest(BufferSet set) {
    return buffers(set).outputDigest();
  }

  @Override
  public InputSet read(BufferSet set) {
    return lastRead(set).inputSet();
  }

  @Override
  public Optional<String> modifiedInput() {
    return seen(
        first.modifiedInput().or(() -> alternating ? second.modifiedInput() : Optional.empty()));
  }

  @Override
  public Optional<String> damagedCanary() {
    return seen(
        first
            .damagedCanary()
            .or(second::damagedCanary)
            .or(() -> first.writtenBeyond(this::elements))
            .or(() -> second.writtenBeyond(this::elements)));
  }

  /**
   * Times each launch separately from cold caches, and where a preparation precedes each launch.
   */
  @Override
  public long time(Program program, Batch batch) {
    long nanos = paused(program, () -> timed(program, batch));
    lazy.sampled(nanos / batch.launches());
    return nanos;
  }

  private long timed(Program program, Batch batch) {
    BufferCalls<List<CandidateProcess.Frame>> all = calls(program);
    CpuProgram own = here(program);
    CandidateProcess process = own.process();
    int begin = batch.launches() == 1 ? turn : 0;
    read.put(BufferSet.FIRST, readBy(begin + batch.launches() - 1));
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, readBy(begin + batch.probed()));
    }
    turn = (begin + batch.launches()) % 2;
    if (batch.cache() == CacheState.HOT && !preparedEachTime) {
      return clocked(
          batch,
          () -> process.ready(all, TIMING),
          () -> process.launch(begin, batch.launches(), alternating, batch.probed()));
    }
    long sum = 0;
    for (int i = 0; i < batch.launches(); i++) {
      boolean probed = i == batch.probed();
      int launch = begin + i;
      Inputs inputs = readBy(launch);
      sum +=
          clocked(
              batch,
              () -> {
                own.fill(inputs);
                buffers(probed ? BufferSet.SECOND : BufferSet.FIRST).restore(inputs);
                if (batch.cache() == CacheState.COLD) {
                  flush.run();
                }
                process.ready(all, TIMING);
              },
              () -> process.launch(launch, 1, alternating, probed ? 0 : Batch.NONE));
    }
    return sum;
  }

  private long delayNanos() {
    return here(Objects.requireNonNull(bound).program()).process().delayNanos();
  }

  private long clocked(Batch batch, Runnable preparation, Runnable launches) {
    return batch.once()
        ? clock.nanos(preparation, launches)
        : timer.time(() -> clock.nanos(preparation, launches));
  }

  @Override
  public void close() {
    prepared.values().forEach(Inputs::close);
    first.close();
    second.close();
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
    if (usual.isEmpty()
        && inputSet.special().isEmpty()
        && !(oracle instanceof CpuReferenceRunner.None)) {
      for (Argument.Buffer output : kernel.outputs()) {
        usual.put(output.name(), known.spread(output.name()).magnitude());
      }
    }
    return known;
  }

  private Criterion criterion(Argument.Buffer output, Inputs inputs) {
    return Criterion.of(
        kernel.tolerance(output.name()),
        output.type(),
        inputs.inputSet(),
        inputs.spread(output.name()),
        usual.getOrDefault(output.name(), 0.0));
  }

  private BufferCalls<List<CandidateProcess.Frame>> calls(Program candidate) {
    Program program = candidate.on(shape);
    Bound last = bound;
    if (last == null || !last.program().equals(program)) {
      last = new Bound(program, BufferCalls.of((from, to) -> call(program, from, to)));
      bound = last;
    }
    return last.calls();
  }

  private List<CandidateProcess.Frame> call(Program program, BufferSet from, BufferSet to) {
    return new NativeCall((CpuProgram) program, shape, limits, buffers(from), buffers(to)).frames();
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
    return isOdd(launch) ? second.held() : first.held();
  }

  private boolean isOdd(int launch) {
    return alternating && launch % 2 == 1;
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
