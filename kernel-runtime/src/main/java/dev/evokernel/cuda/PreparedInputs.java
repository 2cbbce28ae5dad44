package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criteria;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceMemory;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.space.Limit;

/**
 * Inputs and expected outputs of every input set of one kernel on one shape, computed on the device
 * once.
 *
 * <p>A change of input set copies the inputs to the candidates' buffers. It then verifies the
 * digests of the copied inputs and of the expected outputs, because a candidate may have written
 * anywhere. Before a verified batch, which fills both sets of buffers, the inputs are only copied.
 */
final class PreparedInputs implements AutoCloseable {

  /**
   * Unmodified inputs and expected outputs of one input set.
   *
   * @param restored check of the inputs in the first set of buffers and of the expected outputs
   * @param compared by set of buffers, the check of the outputs and of all touched memory
   */
  record Prepared(
      Expected<Handles.Address> expected,
      Inspection.Look restored,
      Map<BufferSet, CandidateMemory.Look> compared)
      implements AutoCloseable {
    @Override
    public void close() {
      restored.watched().close();
      expected.close();
    }
  }

  /** All shapes of this thread's device, whose memory they share. */
  private static final ThreadLocal<List<PreparedInputs>> OF_ALL_SHAPES =
      ThreadLocal.withInitial(ArrayList::new);

  /** Input sets that a shape keeps until memory is short. */
  private static final int LEAST = 3;

  private final ReferenceRunner<Handles.Address> oracle;
  private final Inspection inspection;
  private final DeviceLimits limits;
  private final CandidateMemory memory;
  private final Map<InputSet, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);

  /** Number of the input sets used last whose expected outputs may still be compared. */
  private int inUse;

  private final Criteria criteria;

  PreparedInputs(
      ReferenceRunner<Handles.Address> oracle,
      Inspection inspection,
      DeviceLimits limits,
      CandidateMemory memory) {
    this.oracle = oracle;
    this.inspection = inspection;
    this.limits = limits;
    this.criteria = new Criteria(oracle.kernel());
    this.memory = memory;
    OF_ALL_SHAPES.get().add(this);
    DriverCalls.relievedBy(() -> forgetsOne(sets -> sets.inUse));
  }

  /**
   * Whether an input set is prepared, and none of its inputs was found damaged by another shape.
   */
  boolean has(InputSet inputSet) {
    Prepared known = prepared.get(inputSet);
    return known != null && !known.expected().isWithdrawn();
  }

  /**
   * Copies the inputs of an input set to the first buffers. Prepares the input set first where this
   * was not done or a kept copy is damaged, on this shape or another that shares it.
   */
  Prepared restored(InputSet inputSet) {
    inUse = 1;
    Prepared wanted = has(inputSet) ? known(inputSet) : compute(inputSet);
    if (!restores(wanted)) {
      wanted.expected().withdraw();
      wanted = compute(inputSet);
      if (!restores(wanted)) {
        throw new EnvironmentException(
            "Inputs and expected outputs of kernel '%s' on shape %s have changed in device memory, which may be defective. Run: nvidia-smi -q -d ECC"
                .formatted(oracle.kernel().name(), oracle.shape()));
      }
    }
    criteria.note(inputSet, wanted.expected().spreads().values());
    return wanted;
  }

  Prepared copied(InputSet inputSet, BufferSet to) {
    inUse = BufferSet.values().length;
    Prepared wanted = known(inputSet);
    copy(wanted, to);
    return wanted;
  }

  private Prepared known(InputSet inputSet) {
    return Objects.requireNonNull(prepared.get(inputSet));
  }

  private void copy(Prepared wanted, BufferSet to) {
    for (BufferLayout.Slot input : oracle.layout().inputs()) {
      inspection.copy(wanted.expected().at(input), memory.writable(to, input), input.bytes());
    }
  }

  private boolean restores(Prepared wanted) {
    copy(wanted, BufferSet.FIRST);
    return inspection.find(wanted.restored()).digests().equals(wanted.expected().digests());
  }

  private Prepared compute(InputSet inputSet) {
    forget(inputSet);
    makeRoom();
    Expected<Handles.Address> expected =
        oracle.of(
            inputSet,
            Optional.ofNullable(prepared.get(inputSet.ofReference(oracle.kernel())))
                .filter(this::restores)
                .map(Prepared::expected));
    Regions sources =
        Regions.of(
            Stream.concat(
                    oracle.layout().inputs().stream()
                        .map(input -> memory.data(BufferSet.FIRST, input)),
                    oracle.layout().outputs().stream()
                        .map(output -> region(expected.place(output))))
                .toList());
    var computed =
        new Prepared(
            expected,
            inspection.look(sources, List.of()),
            Map.of(
                BufferSet.FIRST,
                memory.comparing(memory.launched(), pairs(BufferSet.FIRST, expected)),
                BufferSet.SECOND,
                memory.comparing(memory.timed(), pairs(BufferSet.SECOND, expected))));
    prepared.put(inputSet, computed);
    return computed;
  }

  private static Regions.Region region(DeviceMemory.Place<Handles.Address> place) {
    return new Regions.Region(place.memory(), place.bytes());
  }

  private List<DeviceMemory.Pair<Handles.Address>> pairs(
      BufferSet set, Expected<Handles.Address> expected) {
    return oracle.layout().outputs().stream()
        .filter(output -> !output.argument().isReduced())
        .map(
            output ->
                new DeviceMemory.Pair<>(
                    output.name(),
                    new DeviceMemory.Place<>(
                        memory.at(set, output), output.argument().type(), output.elements()),
                    expected.place(output),
                    criterion(output, expected)))
        .toList();
  }

  Criterion criterion(BufferLayout.Slot output, Expected<Handles.Address> expected) {
    return criteria.of(
        output.argument(),
        expected.inputSet(),
        Objects.requireNonNull(expected.spreads().get(output.name())));
  }

  /**
   * Forgets input sets until the free memory suffices, as far as possible. Those that a shape need
   * not keep leave half of the memory to the other process of a run.
   */
  private void makeRoom() {
    long needed = 2 * oracle.layout().bytes();
    long half = limits.value(Limit.MEMORY) / 2;
    while (Memory.free() < Math.max(needed, half) && forgetsOne(_ -> LEAST)) {}
    while (Memory.free() < needed && forgetsOne(sets -> sets.inUse)) {}
  }

  /**
   * Forgets the input set used longest ago on the shape that has most.
   *
   * @param kept number of the input sets that a shape keeps
   * @return false if no shape has more
   */
  private static boolean forgetsOne(ToIntFunction<PreparedInputs> kept) {
    Optional<PreparedInputs> most =
        OF_ALL_SHAPES.get().stream()
            .filter(sets -> sets.prepared.size() > kept.applyAsInt(sets))
            .max(Comparator.comparingInt(sets -> sets.prepared.size()));
    most.ifPresent(sets -> sets.forget(sets.prepared.keySet().iterator().next()));
    return most.isPresent();
  }

  private void forget(InputSet inputSet) {
    Prepared forgotten = prepared.remove(inputSet);
    if (forgotten != null) {
      forgotten.close();
    }
  }

  @Override
  public void close() {
    OF_ALL_SHAPES.get().remove(this);
    prepared.values().forEach(Prepared::close);
  }
}
