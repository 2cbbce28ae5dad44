package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;

/**
 * Layout of the buffers of one kernel on one shape in one allocation, each between two guards.
 *
 * <pre>
 * | guard | data | padding to the alignment + guard | guard | data | …
 * </pre>
 *
 * The guard after a buffer begins directly after its last element, so that every byte is covered.
 *
 * @param alignment of parts of an allocation, in bytes
 */
record BufferLayout(List<Slot> slots, long bytes, long alignment) {

  /** Size of a guard in bytes: wide, because a ragged tile overruns the end by whole rows. */
  static final long GUARD = 64 << 10;

  /** Bytes from the start of an allocation. */
  record Region(long offset, long bytes) {}

  /**
   * @param position the number of the random stream that fills the buffer
   * @param data the elements
   * @param before the guard before them
   * @param behind the guard after them
   */
  record Slot(
      Argument.Buffer argument,
      int position,
      long elements,
      Region data,
      Region before,
      Region behind) {

    long offset() {
      return data.offset();
    }

    long bytes() {
      return data.bytes();
    }

    boolean isInput() {
      return !argument.output();
    }

    String name() {
      return argument.name();
    }
  }

  BufferLayout {
    slots = List.copyOf(slots);
  }

  static BufferLayout of(Kernel kernel, Shape shape, long alignment) {
    var slots = new ArrayList<Slot>();
    Signature signature = kernel.entryPoint().signature();
    long next = 0;
    for (Argument argument : kernel.arguments()) {
      if (argument instanceof Argument.Buffer buffer) {
        if (buffer.holds()) {
          next = add(slots, kernel, shape, signature.input(buffer), next, alignment);
        }
        if (buffer.output()) {
          next = add(slots, kernel, shape, new Signature.Input(buffer, 0), next, alignment);
        }
      }
    }
    return new BufferLayout(slots, next, alignment);
  }

  private static long add(
      List<Slot> slots,
      Kernel kernel,
      Shape shape,
      Signature.Input buffer,
      long before,
      long alignment) {
    long elements = Extent.of(kernel, shape, buffer.buffer()).elements();
    long bytes = elements * buffer.buffer().type().bytes();
    long offset = before + Math.ceilDiv(GUARD, alignment) * alignment;
    long end = Math.ceilDiv(offset + bytes, alignment) * alignment + GUARD;
    end = Math.ceilDiv(end, alignment) * alignment;
    slots.add(
        new Slot(
            buffer.buffer(),
            buffer.stream(),
            elements,
            new Region(offset, bytes),
            new Region(before, offset - before),
            new Region(offset + bytes, end - offset - bytes)));
    return end;
  }

  Slot slot(String name) {
    return slots.stream()
        .filter(slot -> slot.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No buffer '" + name + "'."));
  }

  /** Outputs with given contents before a launch. */
  List<Slot> restored() {
    return outputs().stream().filter(slot -> slot.argument().isRestored()).toList();
  }

  /** Buffer with the initial contents of a restored output. */
  Slot before(Slot restored) {
    return slot(restored.argument().before().name());
  }

  List<Slot> inputs() {
    return slots.stream().filter(Slot::isInput).toList();
  }

  List<Slot> outputs() {
    return slots.stream().filter(Predicate.not(Slot::isInput)).toList();
  }
}
