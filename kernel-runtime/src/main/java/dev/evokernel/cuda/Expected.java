package dev.evokernel.cuda;

import dev.evokernel.backend.Spread;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.ElementType;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Unmodified copies of the inputs of one input set, and the reference's outputs for them. A
 * compiled reference writes the 16-bit types as f32, so that its own rounding is no error.
 *
 * <p>Only digests protect this memory: a candidate that writes far outside its buffers may
 * overwrite it.
 */
final class Expected implements AutoCloseable {

  private static final long ALIGNMENT = 256;

  private final List<Layout.Slot> slots;
  private final List<ElementType> types;
  private final long[] offsets;
  private final Memory memory;
  private List<Long> digests = List.of();
  private List<Spread> spreads = List.of();

  private Expected(
      List<Layout.Slot> slots, List<ElementType> types, long[] offsets, Memory memory) {
    this.slots = slots;
    this.types = types;
    this.offsets = offsets;
    this.memory = memory;
  }

  static long bytes(Layout layout) {
    return layout.slots().stream()
        .mapToLong(slot -> slot.elements() * Long.BYTES + ALIGNMENT)
        .sum();
  }

  /** Allocates memory for a compiled reference. */
  static Expected allocate(Layout layout) {
    return allocate(layout, slot -> written(slot.argument().type()));
  }

  static Expected allocate(Layout layout, Function<Layout.Slot, ElementType> type) {
    List<Layout.Slot> slots = layout.slots();
    List<ElementType> types =
        slots.stream()
            .map(slot -> slot.isInput() ? slot.argument().type() : type.apply(slot))
            .toList();
    long[] offsets = new long[slots.size()];
    long next = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = next;
      long bytes = slots.get(i).elements() * types.get(i).bytes();
      next += Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }
    return new Expected(slots, types, offsets, Memory.allocate(next));
  }

  private static ElementType written(ElementType output) {
    return switch (output) {
      case F16, BF16 -> ElementType.F32;
      case F32, F64, I8, I32, I64 -> output;
    };
  }

  /** Address of the copy of an input, or of an output of the reference. */
  Handles.Address at(Layout.Slot slot) {
    return memory.at(offsets[slots.indexOf(slot)]);
  }

  ElementType type(Layout.Slot slot) {
    return types.get(slots.indexOf(slot));
  }

  /** Regions of the copies of the inputs, then of the outputs. */
  List<Regions.Region> regions() {
    return ordered().stream().map(this::region).toList();
  }

  Regions.Region region(Layout.Slot slot) {
    return new Regions.Region(at(slot), bytes(slot));
  }

  /** Digests of {@link #regions} as they were written. */
  List<Long> digests() {
    return digests;
  }

  long digest(Layout.Slot slot) {
    return digests.get(ordered().indexOf(slot));
  }

  List<Spread> spreads() {
    return spreads;
  }

  void seal(List<Long> written, List<Spread> between) {
    digests = List.copyOf(written);
    spreads = List.copyOf(between);
  }

  long bytes(Layout.Slot slot) {
    return slot.elements() * type(slot).bytes();
  }

  private List<Layout.Slot> ordered() {
    return Stream.concat(
            slots.stream().filter(Layout.Slot::isInput),
            slots.stream().filter(Predicate.not(Layout.Slot::isInput)))
        .toList();
  }

  @Override
  public void close() {
    memory.close();
  }
}
