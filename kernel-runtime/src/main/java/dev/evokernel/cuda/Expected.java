package dev.evokernel.cuda;

import dev.evokernel.kernel.ElementType;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUdeviceptr;

/**
 * What belongs to one seed: pristine copies of the inputs, and the outputs that the reference wrote
 * for them. A reference writes the 16-bit types as f32, so that its own rounding is no error.
 */
final class Expected implements AutoCloseable {

  private static final long ALIGNMENT = 256;

  private final List<Layout.Slot> slots;
  private final long[] offsets;
  private final Memory memory;

  private Expected(List<Layout.Slot> slots, long[] offsets, Memory memory) {
    this.slots = slots;
    this.offsets = offsets;
    this.memory = memory;
  }

  static Expected allocate(Layout layout) {
    List<Layout.Slot> slots = new ArrayList<>(layout.slots());
    long[] offsets = new long[slots.size()];
    long next = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = next;
      next += Math.ceilDiv(bytes(slots.get(i)), ALIGNMENT) * ALIGNMENT;
    }
    return new Expected(slots, offsets, Memory.allocate(next));
  }

  /** The type in which the reference writes an output. */
  static ElementType type(ElementType output) {
    return switch (output) {
      case F16, BF16 -> ElementType.F32;
      case F32, F64, I8, I32, I64 -> output;
    };
  }

  /** The copy of an input, or an output of the reference. */
  CUdeviceptr at(Layout.Slot slot) {
    return memory.at(offsets[slots.indexOf(slot)]);
  }

  static long bytes(Layout.Slot slot) {
    return slot.isInput() ? slot.bytes() : slot.elements() * type(slot.argument().type()).bytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
