package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.cuda.memory.Memory;
import dev.evokernel.cuda.memory.Regions;

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
   * @param sources the inputs in the first set of buffers, and the expected outputs
   * @param restored check of {@code sources}
   * @param compared by set of buffers, the check of the outputs and of all touched memory
   */
  record Prepared(
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

  /** All shapes of this thread's device, whose memory they share. */
  private static final ThreadLocal<List<PreparedInputs>> OF_ALL_SHAPES =
      ThreadLocal.withInitial(ArrayList::new);

  /** Input sets that a shape keeps while another shape needs memory. */
  private static final int LEAST = 3;

  private final CudaReferenceRunner oracle;
  private final CandidateMemory memory;
  private final Map<InputSet, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);

  /** Magnitude of each output on the first usual input set. */
  private final Map<String, Double> usual = new LinkedHashMap<>();

  PreparedInputs(CudaReferenceRunner oracle, CandidateMemory memory) {
    this.oracle = oracle;
    this.memory = memory;
    OF_ALL_SHAPES.get().add(this);
  }

  boolean has(InputSet inputSet) {
    return prepared.get(inputSet) != null;
  }

  /**
   * Copies the inputs of an input set to the first buffers. Prepares the input set first where this
   * was not done or the kept copy is damaged.
   */
  Prepared restored(InputSet inputSet) {
    Prepared wanted = prepared.get(inputSet);
    if (wanted == null || !restores(wanted)) {
      forget(inputSet);
      wanted = compute(inputSet);
      prepared.put(inputSet, wanted);
      if (!restores(wanted)) {
        throw new EnvironmentException(
            "Inputs and expected outputs of kernel '%s' on shape %s have changed in device memory, which may be defective. Run: nvidia-smi -q -d ECC"
                .formatted(oracle.kernel().name(), oracle.shape()));
      }
    }
    if (usual.isEmpty() && inputSet.special().isEmpty()) {
      wanted
          .expected()
          .spreads()
          .forEach(spread -> usual.put(spread.argument(), spread.magnitude()));
    }
    return wanted;
  }

  /** Copies the inputs of a prepared input set to a set of buffers. */
  Prepared copied(InputSet inputSet, BufferSet to) {
    Prepared wanted = Objects.requireNonNull(prepared.get(inputSet));
    copy(wanted, to);
    return wanted;
  }

  private void copy(Prepared wanted, BufferSet to) {
    for (Layout.Slot input : oracle.layout().inputs()) {
      machine(
          cuMemcpyDtoDAsync(
              memory.writable(to, input),
              wanted.expected().at(input),
              input.bytes(),
              oracle.stream()),
          "copying inputs");
    }
  }

  private boolean restores(Prepared wanted) {
    copy(wanted, BufferSet.FIRST);
    return oracle
        .inspection()
        .find(wanted.restored())
        .digests()
        .equals(wanted.expected().digests());
  }

  private Prepared compute(InputSet inputSet) {
    makeRoom();
    Expected expected =
        oracle.of(
            inputSet,
            Optional.ofNullable(prepared.get(inputSet.ofReference(oracle.kernel())))
                .map(Prepared::expected));
    Regions sources =
        Regions.of(
            Stream.concat(
                    oracle.layout().inputs().stream()
                        .map(input -> memory.data(BufferSet.FIRST, input)),
                    oracle.layout().outputs().stream().map(expected::region))
                .toList());
    return new Prepared(
        inputSet,
        expected,
        sources,
        oracle.inspection().look(sources, List.of()),
        Map.of(
            BufferSet.FIRST,
            memory.look(memory.launched(), pairs(BufferSet.FIRST, inputSet, expected)),
            BufferSet.SECOND,
            memory.look(memory.timed(), pairs(BufferSet.SECOND, inputSet, expected))));
  }

  private List<Inspection.Pair> pairs(BufferSet set, InputSet inputSet, Expected expected) {
    return oracle.layout().outputs().stream()
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

  Criterion criterion(Layout.Slot output, InputSet inputSet, Expected expected) {
    return Criterion.of(
        oracle.kernel().tolerance(output.argument().name()),
        output.argument().type(),
        inputSet,
        expected.spreads().get(oracle.layout().outputs().indexOf(output)),
        usual.getOrDefault(output.argument().name(), 0.0));
  }

  /**
   * Forgets input sets, of the shape that has most of them, until another one fits the free memory.
   * Those that a shape need not keep leave half of the memory to the other process of a run.
   */
  private void makeRoom() {
    long needed = 2 * Expected.bytes(oracle.layout());
    while (true) {
      PreparedInputs most =
          Collections.max(
              OF_ALL_SHAPES.get(), Comparator.comparingInt(sets -> sets.prepared.size()));
      boolean dispensable = most.prepared.size() > LEAST;
      PreparedInputs from = dispensable ? most : this;
      long wanted = dispensable ? Math.max(needed, Memory.total() / 2) : needed;
      if (Memory.free() >= wanted || from.prepared.size() <= 1) {
        return;
      }
      from.forget(from.prepared.keySet().iterator().next());
    }
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
