package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criteria;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.ReducedOutputs;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Limit;
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
  private final ReferenceRunner<ClMemory> reference;
  private final OpenClProgram program;
  private final Inspection inspection;
  private final BatchTimer timer;
  private final CacheFlush flush;
  private final Map<BufferSet, GuardedBuffers> buffers = new EnumMap<>(BufferSet.class);
  private final LinkedHashMap<InputSet, Expected<ClMemory>> prepared =
      new LinkedHashMap<>(16, 0.75f, true);
  private final int keep;

  private final Criteria criteria;
  private final ReducedOutputs<ClMemory> reduced;

  /** Input set in the inputs of each set of buffers. */
  private final Map<BufferSet, Expected<ClMemory>> held = new EnumMap<>(BufferSet.class);

  /** Input set that the last launch that wrote a set's outputs has read. */
  private final Map<BufferSet, Expected<ClMemory>> read = new EnumMap<>(BufferSet.class);

  private boolean alternating;

  /** Program that wrote the outputs last; null where it is not a candidate. */
  private @Nullable OpenClProgram writer;

  /** Scratch memory of the last launch; null before the first launch. */
  private @Nullable ScratchMemory lent;

  OpenClWorkspace(
      ClContext context,
      ReferenceRunner<ClMemory> reference,
      OpenClProgram program,
      Inspection inspection,
      LaunchFactory launches,
      BatchTimer timer,
      CacheFlush flush) {
    this.context = context;
    this.kernel = reference.kernel();
    this.shape = reference.shape();
    this.layout = reference.layout();
    this.launches = launches;
    this.inspection = inspection;
    this.reference = reference;
    this.program = program;
    this.criteria = new Criteria(kernel);
    this.reduced =
        new ReducedOutputs<>(
            kernel,
            shape,
            layout,
            inspection,
            (set, output) -> buffers(set).part(output.argument()));
    this.timer = timer;
    this.flush = flush;
    for (BufferSet set : BufferSet.values()) {
      buffers.put(set, new GuardedBuffers(context, layout, inspection));
    }
    long room = launches.limits().value(Limit.MEMORY) / SHARE;
    long bytes = layout.slots().stream().mapToLong(slot -> slot.elements() * Long.BYTES).sum();
    this.keep = Math.clamp(room / Math.max(1, bytes), LEAST_KEPT, MOST_KEPT);
  }

  @Override
  public void prepare(InputSet inputSet) {
    alternating = false;
    Expected<ClMemory> wanted = computed(inputSet);
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

  private void place(BufferSet set, Expected<ClMemory> inputs) {
    copy(inputs, set);
    hold(set, inputs);
  }

  private boolean restores(Expected<ClMemory> wanted) {
    copy(wanted, BufferSet.FIRST);
    return inspection.find(wanted.places(), List.of()).digests().equals(wanted.digests())
        && buffers(BufferSet.FIRST).modifiedInput(wanted).isEmpty();
  }

  private void copy(Expected<ClMemory> inputs, BufferSet to) {
    buffers(to).touched();
    for (Slot input : layout.inputs()) {
      context.copy(inputs.at(input), buffers(to).part(input.argument()), input.bytes());
    }
  }

  private Expected<ClMemory> computed(InputSet inputSet) {
    Expected<ClMemory> known = prepared.get(inputSet);
    if (known == null) {
      while (prepared.size() >= keep) {
        forget(prepared.keySet().iterator().next());
      }
      known = reference.of(inputSet, Optional.empty());
      prepared.put(inputSet, known);
    }
    criteria.note(inputSet, known.spreads().values());
    return known;
  }

  private void forget(InputSet inputSet) {
    Expected<ClMemory> forgotten = prepared.remove(inputSet);
    if (forgotten != null) {
      forgotten.close();
    }
  }

  @Override
  public List<Spread> expected() {
    return List.copyOf(held(BufferSet.FIRST).spreads().values());
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
    context.download(buffers(set).part(output), 0, into);
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
    Expected<ClMemory> expected = lastRead(set);
    return Stream.concat(
            layout.outputs().stream()
                .filter(output -> !output.argument().isReduced())
                .map(
                    output ->
                        inspection.compare(
                            output.name(),
                            buffers(set).place(output),
                            expected.place(output),
                            criterion(output, expected))),
            reduced.compare(set, configuration(), expected, output -> criterion(output, expected)))
        .toList();
  }

  private Criterion criterion(Slot output, Expected<ClMemory> expected) {
    return criteria.of(
        output.argument(),
        expected.inputSet(),
        Objects.requireNonNull(expected.spreads().get(output.name())));
  }

  private Configuration configuration() {
    return writer == null ? kernel.defaultConfiguration() : writer.configuration();
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
        .or(() -> reduced.writtenBeyond(configuration()))
        .or(() -> Optional.ofNullable(lent).flatMap(ScratchMemory::damaged));
  }

  @Override
  public void close() {
    prepared.values().forEach(Expected::close);
    buffers.values().forEach(GuardedBuffers::close);
    inspection.close();
    program.close();
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
                      program, shape, buffer -> part(buffer, BufferSet.at(from), to), scratch)),
          scratch);
    } catch (RejectionException e) {
      scratch.close();
      throw e;
    }
  }

  private void hold(BufferSet set, Expected<ClMemory> inputs) {
    held.put(set, inputs);
    read.put(set, inputs);
  }

  private Expected<ClMemory> held(BufferSet set) {
    return Objects.requireNonNull(held.get(set), "prepare must be called first.");
  }

  private Expected<ClMemory> lastRead(BufferSet set) {
    return Objects.requireNonNull(read.get(set), "prepare must be called first.");
  }

  private Expected<ClMemory> readBy(int launch) {
    return held(isOdd(launch) ? BufferSet.SECOND : BufferSet.FIRST);
  }

  private boolean isOdd(int launch) {
    return alternating && launch % 2 == 1;
  }

  private GuardedBuffers buffers(BufferSet set) {
    return Objects.requireNonNull(buffers.get(set));
  }
}
