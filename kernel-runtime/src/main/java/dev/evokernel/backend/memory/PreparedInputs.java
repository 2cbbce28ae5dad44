package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criteria;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Digests;
import dev.evokernel.backend.memory.DeviceMemory.Place;

/**
 * Inputs and expected outputs of every input set of one kernel on one shape, computed on the device
 * once.
 *
 * <p>A change of input set copies the inputs to the candidates' buffers. It then verifies the
 * digests of the copied inputs and of the expected outputs, because a candidate may have written
 * anywhere. Before a verified batch, which fills both sets of buffers, the inputs are only copied.
 */
public final class PreparedInputs<M> implements AutoCloseable {

  /**
   * @param restored digests of the inputs in the first set of buffers and of the expected outputs
   */
  private record Prepared<M>(Expected<M> expected, Digests restored) implements AutoCloseable {
    @Override
    public void close() {
      restored.close();
      expected.close();
    }
  }

  /** All shapes of this thread's device, whose memory they share. */
  private static final ThreadLocal<List<PreparedInputs<?>>> OF_ALL_SHAPES =
      ThreadLocal.withInitial(ArrayList::new);

  /** Input sets that a shape keeps until memory is short. */
  private static final int LEAST = 3;

  private final ReferenceRunner<M> reference;
  private final DeviceMemory<M> device;
  private final CandidateBuffers<M> buffers;
  private final long memory;
  private final int most;
  private final Map<InputSet, Prepared<M>> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private final Criteria criteria;

  /** Number of the input sets used last whose expected outputs may still be compared. */
  private int inUse;

  PreparedInputs(ReferenceRunner<M> reference, CandidateBuffers<M> buffers, long memory, int most) {
    this.reference = reference;
    this.device = reference.device();
    this.buffers = buffers;
    this.memory = memory;
    this.most = most;
    this.criteria = new Criteria(reference.kernel());
    OF_ALL_SHAPES.get().add(this);
  }

  /**
   * Whether an input set is prepared, and none of its inputs was found damaged by another shape.
   */
  boolean has(InputSet inputSet) {
    Prepared<M> known = prepared.get(inputSet);
    return known != null && !known.expected().isWithdrawn();
  }

  /**
   * Copies the inputs of an input set to the first buffers. Prepares the input set first where this
   * was not done or a kept copy is damaged, on this shape or another that shares it.
   */
  Expected<M> restored(InputSet inputSet) {
    inUse = 1;
    Prepared<M> wanted = has(inputSet) ? known(inputSet) : compute(inputSet);
    if (!restores(wanted)) {
      wanted.expected().withdraw();
      wanted = compute(inputSet);
      if (!restores(wanted)) {
        throw new EnvironmentException(
            "Inputs and expected outputs of kernel '%s' on shape %s have changed in %s"
                .formatted(reference.kernel().name(), reference.shape(), device.defect()));
      }
    }
    criteria.note(inputSet, wanted.expected().spreads().values());
    return wanted.expected();
  }

  Expected<M> copied(InputSet inputSet, BufferSet to) {
    inUse = BufferSet.values().length;
    Prepared<M> wanted = known(inputSet);
    copy(wanted, to);
    return wanted.expected();
  }

  private Prepared<M> known(InputSet inputSet) {
    return Objects.requireNonNull(prepared.get(inputSet));
  }

  private void copy(Prepared<M> wanted, BufferSet to) {
    for (Slot input : reference.layout().inputs()) {
      device.copy(wanted.expected().at(input), buffers.of(to).writable(input), input.bytes());
    }
  }

  private boolean restores(Prepared<M> wanted) {
    copy(wanted, BufferSet.FIRST);
    return wanted.restored().compute().equals(wanted.expected().digests());
  }

  private Prepared<M> compute(InputSet inputSet) {
    forget(inputSet);
    makeRoom();
    Expected<M> expected =
        reference.of(
            inputSet,
            Optional.ofNullable(prepared.get(inputSet.ofReference(reference.kernel())))
                .filter(this::restores)
                .map(Prepared::expected));
    Digests restored =
        device.digests(
            Stream.concat(
                    reference.layout().inputs().stream().map(buffers.of(BufferSet.FIRST)::data),
                    reference.layout().outputs().stream().map(expected::place).map(Place::region))
                .toList());
    var computed = new Prepared<>(expected, restored);
    prepared.put(inputSet, computed);
    return computed;
  }

  Criterion criterion(Slot output, Expected<M> expected) {
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
    while (prepared.size() >= most) {
      forget(prepared.keySet().iterator().next());
    }
    long needed = 2 * reference.layout().bytes();
    while (device.free() < Math.max(needed, memory / 2) && forgetsOne(_ -> LEAST)) {}
    while (device.free() < needed && forgetsUnused()) {}
  }

  /** Forgets one input set whose expected outputs are not compared; false if there is none. */
  public static boolean forgetsUnused() {
    return forgetsOne(sets -> sets.inUse);
  }

  /**
   * Forgets the input set used longest ago on the shape that has most.
   *
   * @return false if no shape has more
   */
  private static boolean forgetsOne(ToIntFunction<PreparedInputs<?>> kept) {
    Optional<PreparedInputs<?>> most =
        OF_ALL_SHAPES.get().stream()
            .filter(sets -> sets.prepared.size() > kept.applyAsInt(sets))
            .max(Comparator.comparingInt(sets -> sets.prepared.size()));
    most.ifPresent(sets -> sets.forget(sets.prepared.keySet().iterator().next()));
    return most.isPresent();
  }

  private void forget(InputSet inputSet) {
    Prepared<M> forgotten = prepared.remove(inputSet);
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
