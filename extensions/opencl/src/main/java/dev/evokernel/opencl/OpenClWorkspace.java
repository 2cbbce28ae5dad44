package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Reduction;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Tolerance;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.opencl.BufferLayout.Slot;
import dev.evokernel.opencl.Inspection.Place;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClMemory;
import dev.evokernel.outcome.OutputComparison;
import org.jspecify.annotations.Nullable;

/** Arguments of one kernel on one shape, in device memory. */
final class OpenClWorkspace implements Workspace {

  /** Share of the device's memory that expected outputs may take. */
  private static final int SHARE = 4;

  private static final int LEAST_KEPT = 2;
  private static final int MOST_KEPT = 8;

  private final ClContext context;
  private final Kernel kernel;
  private final Shape shape;
  private final BufferLayout layout;
  private final LaunchFactory launches;
  private final OpenClReference reference;
  private final Inspection inspection;
  private final BatchTimer timer;
  private final CacheFlush flush;
  private final Map<BufferSet, GuardedBuffers> buffers = new EnumMap<>(BufferSet.class);
  private final LinkedHashMap<InputSet, ExpectedOutputs> prepared =
      new LinkedHashMap<>(16, 0.75f, true);
  private final int keep;

  /** Magnitude of each output on the first usual input set. */
  private final Map<String, Double> usual = new LinkedHashMap<>();

  /** Input set in the inputs of each set of buffers. */
  private final Map<BufferSet, ExpectedOutputs> held = new EnumMap<>(BufferSet.class);

  /** Input set that the last launch that wrote a set's outputs has read. */
  private final Map<BufferSet, ExpectedOutputs> read = new EnumMap<>(BufferSet.class);

  private boolean alternating;

  /** Program that wrote the outputs last; null where it is not a candidate. */
  private @Nullable OpenClProgram writer;

  /** Scratch memory of the last launch; null before the first launch. */
  private @Nullable ScratchMemory lent;

  OpenClWorkspace(OpenClReference reference, BatchTimer timer, CacheFlush flush) {
    this.context = reference.context();
    this.kernel = reference.kernel();
    this.shape = reference.shape();
    this.layout = reference.layout();
    this.launches = reference.launches();
    this.inspection = reference.inspection();
    this.reference = reference;
    this.timer = timer;
    this.flush = flush;
    for (BufferSet set : BufferSet.values()) {
      buffers.put(set, new GuardedBuffers(context, layout, inspection));
    }
    long room = launches.limits().value(Limit.MEMORY) / SHARE;
    this.keep =
        Math.clamp(room / Math.max(1, ExpectedOutputs.bytes(layout)), LEAST_KEPT, MOST_KEPT);
  }

  @Override
  public void prepare(InputSet inputSet) {
    alternating = false;
    ExpectedOutputs wanted = computed(inputSet);
    if (!restores(wanted)) {
      forget(inputSet);
      wanted = computed(inputSet);
      if (!restores(wanted)) {
        throw new EnvironmentException(
            "Inputs and expected outputs of kernel '%s' on shape %s have changed in the memory of %s, which may be defective. Run a memory test of the device."
                .formatted(kernel.name(), shape, context.device().model()));
      }
    }
    hold(BufferSet.FIRST, wanted);
  }

  @Override
  public void alternate(List<InputSet> inputSets) {
    place(BufferSet.FIRST, computed(inputSets.get(0)));
    place(BufferSet.SECOND, computed(inputSets.get(1)));
    alternating = true;
  }

  private void place(BufferSet set, ExpectedOutputs inputs) {
    copy(inputs, set);
    hold(set, inputs);
  }

  private boolean restores(ExpectedOutputs wanted) {
    copy(wanted, BufferSet.FIRST);
    return wanted.isIntact() && buffers(BufferSet.FIRST).modifiedInput(wanted).isEmpty();
  }

  private void copy(ExpectedOutputs inputs, BufferSet to) {
    buffers(to).touched();
    for (Slot input : layout.inputs()) {
      context.copy(inputs.place(input).memory(), buffers(to).part(input.argument()), input.bytes());
    }
  }

  private ExpectedOutputs computed(InputSet inputSet) {
    ExpectedOutputs known = prepared.get(inputSet);
    if (known == null) {
      while (prepared.size() >= keep) {
        forget(prepared.keySet().iterator().next());
      }
      known = reference.of(inputSet);
      prepared.put(inputSet, known);
    }
    if (usual.isEmpty() && inputSet.special().isEmpty()) {
      known.spreads().forEach(spread -> usual.put(spread.argument(), spread.magnitude()));
    }
    return known;
  }

  private void forget(InputSet inputSet) {
    ExpectedOutputs forgotten = prepared.remove(inputSet);
    if (forgotten != null) {
      forgotten.close();
    }
  }

  @Override
  public List<Spread> expected() {
    return held(BufferSet.FIRST).spreads();
  }

  @Override
  public void poison(GuardFill guards) {
    for (GuardedBuffers set : buffers.values()) {
      set.poison(guards);
      set.restore(set);
    }
  }

  @Override
  public void launch(Program program) {
    CandidateLaunch launch = touched(program);
    read.put(BufferSet.FIRST, held(BufferSet.FIRST));
    launch.once();
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    writer = null;
    buffers(BufferSet.FIRST).upload(layout.slot(output.name()), elements);
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    buffers(set).download(layout.slot(output.name()), 0, into);
  }

  @Override
  public long time(Program program, Batch batch) {
    CandidateLaunch launch = touched(program);
    int begin = batch.begin();
    read.put(BufferSet.FIRST, readBy(begin + batch.launches() - 1));
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, readBy(begin + batch.probed()));
    }
    boolean cold = batch.cache() == CacheState.COLD;
    return launch.time(
        batch,
        i -> isOdd(begin + i),
        cold || !layout.restored().isEmpty()
            ? Optional.of((from, to) -> prepareLaunch(from, to, cold))
            : Optional.empty());
  }

  private void prepareLaunch(BufferSet from, BufferSet to, boolean cold) {
    buffers(to).restore(buffers(from));
    if (cold) {
      flush.enqueue();
    }
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    ExpectedOutputs expected = lastRead(set);
    return layout.outputs().stream().map(output -> compare(output, set, expected)).toList();
  }

  private OutputComparison compare(Slot output, BufferSet set, ExpectedOutputs expected) {
    Criterion criterion = criterion(output, expected);
    Argument.Buffer buffer = output.argument();
    Place actual = buffers(set).place(output);
    if (!buffer.isReduced()) {
      return inspection.compare(output.name(), actual, expected.place(output), criterion);
    }
    long elements = elements(output);
    return reduced(buffer.check(), actual, elements)
        .compare(
            output.name(),
            criterion,
            reduced(
                buffer.check(),
                expected.place(output),
                Extent.ofReference(kernel, shape, buffer).elements()),
            elements);
  }

  /** Reduces an output that is compared by one number, on the host: such outputs are small. */
  private Reduction reduced(Argument.Check check, Place place, long elements) {
    var reduction = new Reduction(check);
    ElementType type = place.type();
    byte[] bytes = new byte[Math.toIntExact(elements * type.bytes())];
    context.download(place.memory(), 0, MemorySegment.ofArray(bytes));
    double[] values = new double[Math.toIntExact(elements)];
    Elements.read(
        type, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()), values.length, values);
    reduction.add(values, values.length);
    return reduction;
  }

  private long elements(Slot output) {
    Configuration configuration =
        writer == null ? kernel.defaultConfiguration() : writer.configuration();
    return Extent.of(kernel, shape, output.argument(), configuration).elements();
  }

  private Criterion criterion(Slot output, ExpectedOutputs expected) {
    ElementType type = output.argument().type();
    return Criterion.of(
        kernel.correctness().tolerances().getOrDefault(type, new Tolerance(0, 0)),
        type,
        expected.inputSet(),
        expected.spreads().get(layout.outputs().indexOf(output)),
        usual.getOrDefault(output.name(), 0.0));
  }

  @Override
  public long outputDigest(BufferSet set) {
    return buffers(set).outputDigest();
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    return inspection.open(buffers(BufferSet.FIRST).part(output), output.type().bytes(elements));
  }

  @Override
  public InputSet read(BufferSet set) {
    return lastRead(set).inputSet();
  }

  @Override
  public Optional<String> modifiedInput() {
    return buffers(BufferSet.FIRST)
        .modifiedInput(held(BufferSet.FIRST))
        .or(
            () ->
                alternating
                    ? buffers(BufferSet.SECOND).modifiedInput(held(BufferSet.SECOND))
                    : Optional.empty());
  }

  @Override
  public Optional<String> damagedCanary() {
    return buffers.values().stream()
        .flatMap(set -> set.damagedGuard().stream())
        .findFirst()
        .or(
            () ->
                layout.outputs().stream()
                    .filter(output -> output.argument().isReduced())
                    .filter(
                        output ->
                            buffers.values().stream()
                                .anyMatch(set -> set.isWrittenBeyond(output, elements(output))))
                    .map(Slot::name)
                    .findFirst())
        .or(() -> Optional.ofNullable(lent).flatMap(ScratchMemory::damaged));
  }

  @Override
  public void close() {
    prepared.values().forEach(ExpectedOutputs::close);
    buffers.values().forEach(GuardedBuffers::close);
    inspection.close();
    reference.program().close();
  }

  /** Selects the program's launch and forgets the digests of the memory. */
  private CandidateLaunch touched(Program program) {
    buffers.values().forEach(GuardedBuffers::touched);
    OpenClProgram own = (OpenClProgram) program.on(shape);
    writer = own;
    CandidateLaunch launch = own.launch(this, () -> launch(own));
    lent = launch.scratch();
    return launch;
  }

  private ClMemory part(Argument.Buffer buffer, BufferSet from, BufferSet to) {
    return buffers(buffer.output() ? to : from).part(buffer);
  }

  private CandidateLaunch launch(OpenClProgram program) {
    var scratch = new ScratchMemory(context, inspection);
    try {
      return new CandidateLaunch(
          context,
          timer,
          new BufferCalls<>(
              (from, to) ->
                  launches.ofCandidate(
                      program,
                      shape,
                      buffer -> part(buffer, from == 0 ? BufferSet.FIRST : BufferSet.SECOND, to),
                      scratch)),
          scratch);
    } catch (RejectionException e) {
      scratch.close();
      throw e;
    }
  }

  private void hold(BufferSet set, ExpectedOutputs inputs) {
    held.put(set, inputs);
    read.put(set, inputs);
  }

  private ExpectedOutputs held(BufferSet set) {
    return Objects.requireNonNull(held.get(set), "prepare must be called first.");
  }

  private ExpectedOutputs lastRead(BufferSet set) {
    return Objects.requireNonNull(read.get(set), "prepare must be called first.");
  }

  private ExpectedOutputs readBy(int launch) {
    return held(isOdd(launch) ? BufferSet.SECOND : BufferSet.FIRST);
  }

  private boolean isOdd(int launch) {
    return alternating && launch % 2 == 1;
  }

  private GuardedBuffers buffers(BufferSet set) {
    return Objects.requireNonNull(buffers.get(set));
  }
}
