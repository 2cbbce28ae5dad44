package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.BufferLayout.Span;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.kernel.data.Argument;

/**
 * One set of buffers for candidates: an allocation in which each buffer lies between two guards.
 * Digests of the guards and of the buffers are computed at most once after each change.
 */
final class GuardedBuffers implements AutoCloseable {

  private final ClContext context;
  private final BufferLayout layout;
  private final ClMemory memory;
  private final Map<String, ClMemory> parts = new LinkedHashMap<>();
  private final RegionDigests ofGuards;
  private final RegionDigests ofData;
  private final Map<GuardFill, List<Long>> sound = new EnumMap<>(GuardFill.class);
  private GuardFill guards = GuardFill.FINITE;
  private List<Long> guardDigests = List.of();
  private List<Long> dataDigests = List.of();

  GuardedBuffers(ClContext context, BufferLayout layout, Inspection inspection) {
    this.context = context;
    this.layout = layout;
    this.memory =
        context.allocate(
            layout.bytes(), "%,d MiB of device memory at once".formatted(layout.bytes() >> 20));
    layout
        .slots()
        .forEach(slot -> parts.put(slot.name(), context.part(memory, slot.offset(), slot.bytes())));
    this.ofGuards =
        inspection.digests(
            memory, layout.slots().stream().flatMap(slot -> slot.guards().stream()).toList());
    this.ofData = inspection.digests(memory, layout.slots().stream().map(Slot::data).toList());
    for (GuardFill fill : GuardFill.values()) {
      poison(fill);
      sound.put(fill, ofGuards.compute());
    }
  }

  ClMemory part(Argument.Buffer buffer) {
    return Objects.requireNonNull(parts.get(buffer.name()), buffer.name());
  }

  Place<ClMemory> place(Slot slot) {
    return new Place<>(part(slot.argument()), slot.argument().type(), slot.elements());
  }

  /** Overwrites the guards, and every output that has no given contents before a launch. */
  void poison(GuardFill fill) {
    guards = fill;
    touched();
    for (Slot slot : layout.slots()) {
      for (Span guard : slot.guards()) {
        context.fill(memory, guard.offset(), guard.bytes(), fill.value());
      }
    }
    for (Slot output : layout.outputs()) {
      if (!output.argument().isRestored()) {
        context.fill(memory, output.offset(), output.bytes(), output.poison());
      }
    }
  }

  /** Restores the outputs with given contents from the inputs of a set. */
  void restore(GuardedBuffers from) {
    touched();
    for (Slot output : layout.restored()) {
      context.copy(
          from.part(layout.before(output).argument()), part(output.argument()), output.bytes());
    }
  }

  /** Forgets the digests, because a launch or a copy may have changed the memory. */
  void touched() {
    guardDigests = List.of();
    dataDigests = List.of();
  }

  long digest(Slot slot) {
    if (dataDigests.isEmpty()) {
      dataDigests = ofData.compute();
    }
    return dataDigests.get(layout.slots().indexOf(slot));
  }

  long outputDigest() {
    return layout.outputs().stream()
        .mapToLong(this::digest)
        .reduce(0, (digest, output) -> 31 * digest + output);
  }

  /** Name of the first buffer with overwritten guards. */
  Optional<String> damagedGuard() {
    if (guardDigests.isEmpty()) {
      guardDigests = ofGuards.compute();
    }
    List<Long> unchanged = Objects.requireNonNull(sound.get(guards));
    return IntStream.range(0, unchanged.size())
        .filter(i -> !guardDigests.get(i).equals(unchanged.get(i)))
        .mapToObj(i -> layout.slots().get(i / 2).name())
        .findFirst();
  }

  /** Name of the first input whose content is not that of an input set. */
  Optional<String> modifiedInput(Expected<ClMemory> expected) {
    return layout.inputs().stream()
        .filter(input -> digest(input) != expected.digest(input))
        .map(Slot::name)
        .findFirst();
  }

  void upload(Slot slot, MemorySegment from) {
    touched();
    context.upload(from, memory, slot.offset());
  }

  @Override
  public void close() {
    ofGuards.close();
    ofData.close();
    parts.values().forEach(ClMemory::close);
    memory.close();
  }
}
