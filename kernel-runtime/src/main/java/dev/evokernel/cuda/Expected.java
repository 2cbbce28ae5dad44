package dev.evokernel.cuda;

import dev.evokernel.kernel.ElementType;
import java.util.List;
import java.util.function.Function;

/**
 * What belongs to one seed: pristine copies of the inputs, and the outputs that the reference wrote
 * for them. A compiled reference writes the 16-bit types as f32, so that its own rounding is no
 * error.
 */
final class Expected implements AutoCloseable {

  private static final long ALIGNMENT = 256;

  private final List<Layout.Slot> slots;
  private final List<ElementType> types;
  private final long[] offsets;
  private final Memory memory;

  private Expected(
      List<Layout.Slot> slots, List<ElementType> types, long[] offsets, Memory memory) {
    this.slots = slots;
    this.types = types;
    this.offsets = offsets;
    this.memory = memory;
  }

  /** Room for what a compiled reference writes. */
  static Expected allocate(Layout layout) {
    return allocate(layout, slot -> written(slot.argument().type()));
  }

  /**
   * @param type of an output
   */
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

  /** The type in which a compiled reference writes an output. */
  private static ElementType written(ElementType output) {
    return switch (output) {
      case F16, BF16 -> ElementType.F32;
      case F32, F64, I8, I32, I64 -> output;
    };
  }

  /** The copy of an input, or an output of the reference. */
  Handles.Address at(Layout.Slot slot) {
    return memory.at(offsets[slots.indexOf(slot)]);
  }

  ElementType type(Layout.Slot slot) {
    return types.get(slots.indexOf(slot));
  }

  long bytes(Layout.Slot slot) {
    return slot.elements() * type(slot).bytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
