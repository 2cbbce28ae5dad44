package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Pair;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.OutputComparison;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of one kernel on one shape in the memory of a device, whose operations verify the
 * outputs. A backend adds the launches.
 */
public abstract class DeviceWorkspace<M, L extends DeviceLaunch> implements Workspace {

  private static final String WAITING = "waiting for the device";

  private final ReferenceRunner<M> reference;
  private final DeviceMemory<M> device;
  private final CandidateBuffers<M> buffers;
  private final PreparedInputs<M> sets;
  private final ReducedOutputs<M> reduced;

  /** Input set in the inputs of each set of buffers. */
  private final Map<BufferSet, Expected<M>> held = new EnumMap<>(BufferSet.class);

  /** Input set that the last launch that wrote a set's outputs has read. */
  private final Map<BufferSet, Expected<M>> read = new EnumMap<>(BufferSet.class);

  /** Whether the first inputs and all guards were intact after the last launch. */
  private boolean intact;

  /** Program that wrote the outputs last; null where it is not a candidate. */
  private @Nullable Program writer;

  /** Last launch; null before the first. */
  private @Nullable L last;

  /**
   * @param sets both sets of buffers; closed together with this
   * @param most input sets that are kept; at least 2
   */
  protected DeviceWorkspace(
      ReferenceRunner<M> reference,
      Map<BufferSet, ? extends CandidateBuffers.Buffers<M>> sets,
      long memory,
      int most) {
    this.reference = reference;
    this.device = reference.device();
    this.buffers = new CandidateBuffers<>(reference.layout(), device, sets);
    this.sets = new PreparedInputs<>(reference, buffers, memory, most);
    this.reduced =
        new ReducedOutputs<>(
            reference.kernel(),
            reference.shape(),
            reference.layout().outputs(),
            this::downloaded,
            buffers::at);
  }

  private ByteBuffer downloaded(M memory, long offset, int bytes) {
    MemorySegment some = Arena.ofAuto().allocate(bytes, Long.BYTES);
    device.download(memory, offset, some);
    return some.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  protected abstract L launchOf(Program program);

  protected final Kernel kernel() {
    return reference.kernel();
  }

  protected final BufferLayout layout() {
    return reference.layout();
  }

  protected final CandidateBuffers<M> buffers() {
    return buffers;
  }

  protected final Program here(Program program) {
    return program.on(reference.shape());
  }

  @Override
  public void prepare(InputSet inputSet) {
    noteIntact();
    buffers.alternate(false);
    Expected<M> before = held.get(BufferSet.FIRST);
    if (before != null && before.inputSet().equals(inputSet) && intact && sets.has(inputSet)) {
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
    buffers.touched();
    buffers.alternate(true);
  }

  @Override
  public List<Spread> expected() {
    return List.copyOf(held(BufferSet.FIRST).spreads().values());
  }

  @Override
  public void poison(GuardFill guards) {
    noteIntact();
    buffers.poison(guards);
  }

  @Override
  public void launch(Program program) {
    touched(program).once();
  }

  @Override
  public long time(Program program, Batch batch) {
    L launch = touched(program);
    read.put(BufferSet.FIRST, readBy(batch.begin() + batch.launches() - 1));
    if (batch.probed() != Batch.NONE) {
      read.put(BufferSet.SECOND, readBy(batch.begin() + batch.probed()));
    }
    return launch.time(batch, buffers.isAlternating());
  }

  private Expected<M> readBy(int launch) {
    return held(buffers.isAlternating() ? BufferSet.at(launch % 2) : BufferSet.FIRST);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    buffers.touched();
    writer = null;
    device.finish(WAITING); // An upload may wait for no queued poison.
    device.upload(elements, buffers.at(BufferSet.FIRST, layout().slot(output.name())));
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    device.finish(WAITING);
    device.download(buffers.at(set, layout().slot(output.name())), 0, into);
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    Expected<M> expected = lastRead(set);
    return Stream.concat(
            layout().outputs().stream()
                .filter(output -> !output.argument().isReduced())
                .map(output -> device.compare(pair(set, output, expected))),
            reduced.outputs().stream()
                .map(
                    output ->
                        reduced.compare(
                            output,
                            set,
                            configuration(),
                            expected.place(output),
                            sets.criterion(output, expected))))
        .toList();
  }

  private Pair<M> pair(BufferSet set, Slot output, Expected<M> expected) {
    return new Pair<>(
        output.name(),
        new Place<>(buffers.at(set, output), output.argument().type(), output.elements()),
        expected.place(output),
        sets.criterion(output, expected));
  }

  private Configuration configuration() {
    return writer == null ? kernel().defaultConfiguration() : writer.chosen().orElseThrow();
  }

  @Override
  public long outputDigest(BufferSet set) {
    return buffers.outputDigest(set);
  }

  @Override
  public InputSet read(BufferSet set) {
    return lastRead(set).inputSet();
  }

  @Override
  public Optional<String> modifiedInput() {
    return buffers
        .modified(BufferSet.FIRST, held(BufferSet.FIRST))
        .or(
            () ->
                buffers.isAlternating()
                    ? buffers.modified(BufferSet.SECOND, held(BufferSet.SECOND))
                    : Optional.empty());
  }

  @Override
  public Optional<String> damagedCanary() {
    return buffers
        .damaged()
        .or(() -> Optional.ofNullable(last).flatMap(DeviceLaunch::damagedScratch))
        .or(() -> reduced.writtenBeyond(configuration()));
  }

  @Override
  public void close() {
    sets.close();
    buffers.close();
  }

  /**
   * Selects the program's launch, which reads the first inputs, and discards the findings on the
   * memory.
   */
  protected final L touched(Program program) {
    buffers.touched();
    intact = false;
    writer = here(program);
    L launch = launchOf(writer);
    last = launch;
    read.put(BufferSet.FIRST, held(BufferSet.FIRST));
    return launch;
  }

  /** Notes that the memory is intact, where the findings since the last launch show it. */
  private void noteIntact() {
    Expected<M> inputs = held.get(BufferSet.FIRST);
    intact |= inputs != null && buffers.isIntact(inputs);
  }

  private void hold(BufferSet set, Expected<M> inputs) {
    held.put(set, inputs);
    read.put(set, inputs);
  }

  private Expected<M> held(BufferSet set) {
    return Objects.requireNonNull(held.get(set), "prepare must be called first.");
  }

  private Expected<M> lastRead(BufferSet set) {
    return Objects.requireNonNull(read.get(set), "prepare must be called first.");
  }
}
