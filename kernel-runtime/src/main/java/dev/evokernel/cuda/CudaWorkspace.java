package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Spread;
import dev.evokernel.backend.Workspace;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One kernel's arguments on one shape, in device memory.
 *
 * <p>The inputs and expected outputs of every input set are computed on the device once and stay
 * there. A change of input set copies the inputs to the candidates' buffers and verifies the
 * digests of the copied inputs and of the expected outputs: a candidate may have written anywhere.
 *
 * <p>Findings about a launch are kept until the next one, so that guards, inputs and outputs are
 * read once.
 */
final class CudaWorkspace implements Workspace {

  /**
   * The unmodified inputs and the expected outputs of one input set.
   *
   * @param sources the inputs in the candidates' buffers, and the expected outputs
   * @param restored checks whether {@code sources} are intact
   * @param compared checks the outputs, inputs and guards after a candidate's launch
   */
  private record Prepared(
      InputSet inputSet,
      Expected expected,
      Regions sources,
      Inspection.Look restored,
      Inspection.Look compared)
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
  private final Buffers buffers;
  private final Regions watched;
  private final Inspection.Look digested;
  private final Regions coats;
  private final Call coating;
  private final List<Long> sound;
  private final Map<InputSet, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Double> usual = new LinkedHashMap<>();
  private @Nullable Prepared current;

  /** The findings on the memory as it is now; null after a launch or a copy. */
  private Inspection.@Nullable Findings findings;

  /** Whether inputs and guards were intact after the last launch. */
  private boolean intact;

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
    this.buffers = new Buffers(layout);
    this.inspection =
        new Inspection(reference, watchedAtOnce(kernel), layout.outputs().size(), stream);
    this.oracle =
        new CudaReferenceRunner(
            kernel, shape, layout, reference, command, inspection, launches, stream);
    this.watched = Regions.of(buffers.guardsAndData());
    this.digested = inspection.look(watched, List.of());
    this.coats = Regions.coats(buffers.coats());
    this.coating = inspection.coat(coats);
    poison();
    this.sound = inspection.find(digested).digests();
  }

  @Override
  public void prepare(InputSet inputSet) {
    if (current != null && current.inputSet().equals(inputSet) && intact) {
      return;
    }
    current = null;
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
    current = wanted;
    intact = true;
    if (usual.isEmpty() && inputSet.special().isEmpty()) {
      expected().forEach(spread -> usual.put(spread.argument(), spread.magnitude()));
    }
    poison();
  }

  @Override
  public List<Spread> expected() {
    return current().expected().spreads();
  }

  @Override
  public void poison() {
    findings = null;
    inspection.run(coating);
  }

  @Override
  public void launch(Program program) {
    touched(program).once();
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    findings = null;
    // The stream may not have poisoned the output yet, and an upload waits for no stream.
    machine(cuStreamSynchronize(stream), "waiting for the device");
    layout.outputs().stream()
        .filter(slot -> slot.argument().name().equals(output.name()))
        .forEach(slot -> Memory.upload(elements, buffers.at(slot)));
  }

  @Override
  public long time(Program program, int count) {
    return touched(program).time(count);
  }

  @Override
  public long timeCold(Program program, int count) {
    return touched(program).timeCold(count);
  }

  @Override
  public Optional<Resources> resources(Program program) {
    var loaded = (CudaProgram) program;
    Call call = timed(loaded).call();
    return Optional.of(
        new Resources(
            loaded.registers(),
            loaded.localBytes(),
            loaded.staticShared(),
            call.shared(),
            launches.occupancy(call)));
  }

  @Override
  public List<OutputComparison> compare() {
    return found(current().compared()).comparisons();
  }

  @Override
  public long outputDigest() {
    List<Long> now = found(digested).digests();
    return IntStream.range(0, layout.slots().size())
        .filter(i -> !layout.slots().get(i).isInput())
        .mapToLong(i -> now.get(3 * i + 1))
        .reduce(0, (digest, output) -> 31 * digest + output);
  }

  @Override
  public Optional<String> modifiedInput() {
    List<Long> now = found(digested).digests();
    return firstSlot(i -> isModified(now, i));
  }

  @Override
  public Optional<String> damagedCanary() {
    List<Long> now = found(digested).digests();
    return firstSlot(i -> isStrayed(now, i))
        .or(() -> Optional.ofNullable(lent).flatMap(scratch -> scratch.damaged(inspection)));
  }

  @Override
  public void close() {
    prepared.values().forEach(Prepared::close);
    watched.close();
    coats.close();
    inspection.close();
    buffers.close();
    reference.close();
  }

  private TimedLaunch timed(Program program) {
    var loaded = (CudaProgram) program;
    return loaded.launch(this, () -> make(loaded));
  }

  private TimedLaunch make(CudaProgram program) {
    var scratch = new ScratchMemory(Layout.GUARD);
    try {
      Call call = launches.ofCandidate(shape, program, buffers::at, scratch);
      scratch.watch(inspection);
      return new TimedLaunch(call, scratch, program.entry(), stream, flush);
    } catch (RejectionException | EnvironmentException e) {
      scratch.close();
      throw e;
    }
  }

  /** Regions of which digests are taken together at the most. */
  private int watchedAtOnce(Kernel kernel) {
    return Math.max(
        3 * layout.slots().size(), 2 * kernel.entryPoint().signature().scratch().size());
  }

  private Prepared current() {
    return Objects.requireNonNull(current, "prepare must be called first.");
  }

  private Spread spread(Layout.Slot output, Expected expected) {
    return expected.spreads().get(layout.outputs().indexOf(output));
  }

  /** The program's launch; findings on the memory become invalid. */
  private TimedLaunch touched(Program program) {
    findings = null;
    intact = false;
    TimedLaunch launch = timed(program);
    lent = launch.scratch();
    return launch;
  }

  /** The findings on the memory as it is; computed at most once for each launch. */
  private Inspection.Findings found(Inspection.Look look) {
    Inspection.Findings known = findings;
    if (known == null || known.comparisons().size() < look.compared().size()) {
      known = inspection.find(look);
      findings = known;
      List<Long> now = known.digests();
      intact |= firstSlot(i -> isModified(now, i) || isStrayed(now, i)).isEmpty();
    }
    return known;
  }

  private boolean isModified(List<Long> now, int slot) {
    return layout.slots().get(slot).isInput()
        && now.get(3 * slot + 1) != current().expected().digest(layout.slots().get(slot));
  }

  private boolean isStrayed(List<Long> now, int slot) {
    return !now.get(3 * slot).equals(sound.get(3 * slot))
        || !now.get(3 * slot + 2).equals(sound.get(3 * slot + 2));
  }

  private Optional<String> firstSlot(IntPredicate isAtFault) {
    return IntStream.range(0, layout.slots().size())
        .filter(isAtFault)
        .mapToObj(i -> layout.slots().get(i).argument().name())
        .findFirst();
  }

  /** Copies the inputs to the candidates' buffers; false when the kept copies are damaged. */
  private boolean restores(Prepared wanted) {
    for (Layout.Slot input : layout.inputs()) {
      machine(
          cuMemcpyDtoDAsync(buffers.at(input), wanted.expected().at(input), input.bytes(), stream),
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
                    layout.inputs().stream().map(buffers::data),
                    layout.outputs().stream().map(expected::region))
                .toList());
    return new Prepared(
        inputSet,
        expected,
        sources,
        inspection.look(sources, List.of()),
        inspection.look(
            watched,
            layout.outputs().stream().map(output -> pair(output, inputSet, expected)).toList()));
  }

  private Inspection.Pair pair(Layout.Slot output, InputSet inputSet, Expected expected) {
    return new Inspection.Pair(
        output.argument().name(),
        output.argument().type(),
        buffers.at(output),
        expected.type(output),
        expected.at(output),
        output.elements(),
        Criterion.of(
            kernel
                .correctness()
                .tolerances()
                .getOrDefault(output.argument().type(), new Tolerance(0, 0)),
            output.argument().type(),
            inputSet,
            spread(output, expected),
            usual.getOrDefault(output.argument().name(), 0.0)));
  }

  /** Input sets stay while as much memory is free as another one could take. */
  private void makeRoom() {
    while (!prepared.isEmpty() && Memory.free() < 2 * Expected.bytes(layout)) {
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
