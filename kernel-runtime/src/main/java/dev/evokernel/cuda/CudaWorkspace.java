package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.NpyArray;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.Comparison;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One kernel's arguments on one shape, in device memory. */
final class CudaWorkspace implements Workspace {

  private static final byte CANARY = (byte) 0xC9;

  /** As a floating-point number of any width this is NaN. */
  private static final byte POISON = (byte) 0xFF;

  private static final byte INTEGER_POISON = (byte) 0xA7;
  private static final int SEEDS_KEPT = 8;
  private static final int MEMORY_SHARE = 16;

  private final Kernel kernel;
  private final Shape shape;
  private final Handles.Stream stream;
  private final Layout layout;
  private final Launches launches;
  private final Memory memory;
  private final CudaProgram reference;
  private final Optional<ReferenceCommand> command;
  private final Inspection inspection;
  private final Map<Long, Expected> seeds = new LinkedHashMap<>(16, 0.75f, true);
  private final Inputs inputs = new Inputs();
  private long[] sound;
  private @Nullable Expected current;
  private boolean damaged;

  /**
   * @param reference the checks, and with them the reference where it is compiled
   * @param command the reference where it is not
   */
  CudaWorkspace(
      Kernel kernel,
      Shape shape,
      CudaProgram reference,
      Optional<ReferenceCommand> command,
      Launches launches,
      Handles.Stream stream) {
    this.kernel = kernel;
    this.shape = shape;
    this.reference = reference;
    this.command = command;
    this.launches = launches;
    this.stream = stream;
    this.layout = Layout.of(kernel, shape);
    this.memory = Memory.allocate(layout.bytes());
    this.inspection = new Inspection(reference, regions(), stream);
    poison();
    this.sound = inspection.digests();
  }

  @Override
  public void prepare(long seed) {
    Expected wanted = seeds.get(seed);
    if (wanted == null) {
      makeRoom();
      wanted = compute(seed);
      seeds.put(seed, wanted);
      become(wanted);
    } else if (wanted != current || damaged) {
      for (Layout.Slot input : layout.inputs()) {
        copy(wanted.at(input), at(input), input.bytes());
      }
      become(wanted);
    }
  }

  @Override
  public void poison() {
    for (Layout.Slot slot : layout.slots()) {
      long end = slot.offset() + slot.bytes();
      fill(memory.at(slot.before()), CANARY, slot.offset() - slot.before());
      fill(memory.at(end), CANARY, slot.end() - end);
    }
    for (Layout.Slot output : layout.outputs()) {
      boolean floating = output.argument().type().isFloating();
      fill(at(output), floating ? POISON : INTEGER_POISON, output.bytes());
    }
  }

  @Override
  public void launch(Program program) {
    timed(program).once();
  }

  @Override
  public long time(Program program, int count) {
    return timed(program).time(count);
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
  public List<Comparison> compare() {
    Expected expected = Objects.requireNonNull(current, "Nothing is prepared.");
    return layout.outputs().stream()
        .map(
            output ->
                inspection.compare(
                    output.argument().name(),
                    output.argument().type(),
                    at(output),
                    expected.type(output),
                    expected.at(output),
                    output.elements(),
                    kernel
                        .tolerances()
                        .getOrDefault(output.argument().type(), new Tolerance(0, 0))))
        .toList();
  }

  @Override
  public long outputDigest() {
    long[] now = inspection.digests();
    long digest = 0;
    for (int i = 0; i < layout.slots().size(); i++) {
      digest = layout.slots().get(i).isInput() ? digest : 31 * digest + now[3 * i + 1];
    }
    return digest;
  }

  @Override
  public Optional<String> modifiedInput() {
    long[] now = inspection.digests();
    return named(
        IntStream.range(0, layout.slots().size())
            .filter(i -> layout.slots().get(i).isInput())
            .filter(i -> now[3 * i + 1] != sound[3 * i + 1])
            .findFirst());
  }

  @Override
  public Optional<String> damagedCanary() {
    long[] now = inspection.digests();
    return named(
        IntStream.range(0, layout.slots().size())
            .filter(i -> now[3 * i] != sound[3 * i] || now[3 * i + 2] != sound[3 * i + 2])
            .findFirst());
  }

  @Override
  public void close() {
    seeds.values().forEach(Expected::close);
    inspection.close();
    memory.close();
    reference.close();
  }

  private TimedLaunch timed(Program program) {
    var loaded = (CudaProgram) program;
    return loaded.launch(
        this,
        () ->
            new TimedLaunch(
                launches.ofCandidate(kernel, shape, loaded, slot -> at(slot)),
                loaded.entry(),
                stream));
  }

  /** Whatever is damaged is restored when the next seed is prepared, be it the same one. */
  private Optional<String> named(OptionalInt slot) {
    damaged |= slot.isPresent();
    return slot.stream().mapToObj(index -> layout.slots().get(index).argument().name()).findFirst();
  }

  private Expected compute(long seed) {
    current = null;
    layout.inputs().forEach(input -> inputs.upload(input, seed, at(input)));
    Expected expected = command.isPresent() ? given(command.get(), seed) : launched(seed);
    for (Layout.Slot input : layout.inputs()) {
      copy(at(input), expected.at(input), input.bytes());
    }
    return expected;
  }

  private Expected given(ReferenceCommand outside, long seed) {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, NpyArray> outputs = outside.outputs(shape, seed, arena);
      Function<Layout.Slot, NpyArray> array =
          slot -> Objects.requireNonNull(outputs.get(slot.argument().name()));
      Expected expected = Expected.allocate(layout, slot -> array.apply(slot).type());
      for (Layout.Slot output : layout.outputs()) {
        inputs.upload(array.apply(output).data(), expected.at(output));
      }
      return expected;
    }
  }

  private Expected launched(long seed) {
    Expected expected = Expected.allocate(layout);
    for (Layout.Slot output : layout.outputs()) {
      fill(expected.at(output), POISON, expected.bytes(output));
    }
    Call call =
        launches.ofReference(
            kernel, shape, reference, slot -> slot.isInput() ? at(slot) : expected.at(slot));
    machine(call.launch(stream), "launching the reference of " + kernel.name());
    machine(cuStreamSynchronize(stream), "running the reference of " + kernel.name());
    layout.outputs().forEach(output -> checkFinite(output, expected, seed));
    return expected;
  }

  private void checkFinite(Layout.Slot output, Expected expected, long seed) {
    Comparison itself =
        inspection.compare(
            output.argument().name(),
            expected.type(output),
            expected.at(output),
            expected.type(output),
            expected.at(output),
            output.elements(),
            new Tolerance(0, 0));
    if (itself.notFinite() > 0) {
      throw new EnvironmentException(
          "The reference of kernel '%s' leaves %d of %d elements of '%s' not finite on shape %s with seed %d. Maybe it does not write all of them: its outputs of type f16 and bf16 are f32."
              .formatted(
                  kernel.name(),
                  itself.notFinite(),
                  itself.elements(),
                  output.argument().name(),
                  shape,
                  seed));
    }
  }

  private void become(Expected prepared) {
    current = prepared;
    damaged = false;
    poison();
    sound = inspection.digests();
  }

  private void makeRoom() {
    long affordable = launches.limits().value(Limit.MEMORY) / MEMORY_SHARE / layout.bytes();
    if (seeds.size() >= Math.clamp(affordable, 1, SEEDS_KEPT)) {
      Long eldest = seeds.keySet().iterator().next();
      Objects.requireNonNull(seeds.remove(eldest)).close();
    }
  }

  /** Three for each slot: the guard before it, its data, the guard behind it. */
  private List<Inspection.Region> regions() {
    var regions = new ArrayList<Inspection.Region>();
    for (Layout.Slot slot : layout.slots()) {
      long end = slot.offset() + slot.bytes();
      regions.add(new Inspection.Region(memory.at(slot.before()), slot.offset() - slot.before()));
      regions.add(new Inspection.Region(at(slot), slot.bytes()));
      regions.add(new Inspection.Region(memory.at(end), slot.end() - end));
    }
    return regions;
  }

  private Handles.Address at(Layout.Slot slot) {
    return memory.at(slot.offset());
  }

  private void fill(Handles.Address start, byte value, long bytes) {
    machine(cuMemsetD8Async(start, value, bytes, stream), "filling device memory");
  }

  private void copy(Handles.Address from, Handles.Address to, long bytes) {
    machine(cuMemcpyDtoDAsync(to, from, bytes, stream), "copying device memory");
  }
}
