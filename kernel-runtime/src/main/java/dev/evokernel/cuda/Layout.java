package dev.evokernel.cuda;

import dev.evokernel.backend.Extent;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where the buffers of one kernel on one shape lie in one allocation, each between two guards.
 *
 * <pre>
 * | guard | data | padding to 256 bytes + guard | guard | data | …
 * </pre>
 *
 * The guard behind a buffer begins with its last element: every byte is covered. Guards are wide,
 * since a ragged tile overruns the end by whole rows.
 */
record Layout(List<Slot> slots, long bytes) {

  private static final long ALIGNMENT = 256;

  /** Bytes before and behind each buffer where stray writes are noticed. */
  static final long GUARD = 64 << 10;

  /**
   * @param position the argument's, among all arguments
   * @param offset of the data
   * @param before where the guard in front begins
   * @param end where the guard behind ends
   */
  record Slot(
      Argument.Buffer argument, int position, long elements, long offset, long before, long end) {

    long bytes() {
      return elements * argument.type().bytes();
    }

    boolean isInput() {
      return !argument.output();
    }
  }

  Layout {
    slots = List.copyOf(slots);
  }

  static Layout of(Kernel kernel, Shape shape) {
    var slots = new ArrayList<Slot>();
    long next = 0;
    for (int position = 0; position < kernel.arguments().size(); position++) {
      if (kernel.arguments().get(position) instanceof Argument.Buffer buffer) {
        long elements = Extent.of(kernel, shape, buffer).elements();
        long offset = next + GUARD;
        long end =
            offset + Math.ceilDiv(elements * buffer.type().bytes(), ALIGNMENT) * ALIGNMENT + GUARD;
        slots.add(new Slot(buffer, position, elements, offset, next, end));
        next = end;
      }
    }
    return new Layout(slots, next);
  }

  List<Slot> inputs() {
    return slots.stream().filter(Slot::isInput).toList();
  }

  List<Slot> outputs() {
    return slots.stream().filter(Predicate.not(Slot::isInput)).toList();
  }
}
