package dev.evokernel.cuda.memory;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;

/**
 * Layout of the buffers of one kernel on one shape in one allocation, each between two guards, the
 * outputs first.
 *
 * <pre>
 * | guard | data | padding to 256 bytes + guard | guard | data | …
 * </pre>
 *
 * The guard after a buffer begins directly after its last element, so that every byte is covered.
 * Guards are wide, because a ragged tile overruns the end by whole rows.
 */
public record Layout(List<Slot> slots, long bytes) {

  private static final long ALIGNMENT = 256;

  /** Size of a guard, which detects stray writes, in bytes. */
  public static final long GUARD = 64 << 10;

  /**
   * @param position the number of the random stream that fills the buffer
   * @param offset of the data
   * @param before start of the guard before the data
   * @param end end of the guard after the data
   */
  public record Slot(
      Argument.Buffer argument, int position, long elements, long offset, long before, long end) {

    public long bytes() {
      return argument.type().bytes(elements);
    }

    public Signature.Input filled() {
      return new Signature.Input(argument, position);
    }

    public boolean isInput() {
      return !argument.output();
    }
  }

  public Layout {
    slots = List.copyOf(slots);
  }

  public static Layout of(Kernel kernel, Shape shape) {
    var slots = new ArrayList<Slot>();
    long next = 0;
    Signature signature = kernel.entryPoint().signature();
    for (Argument.Buffer output : signature.outputs()) {
      next = add(slots, kernel, shape, new Signature.Input(output, 0), next);
    }
    for (Signature.Input input : signature.inputs()) {
      next = add(slots, kernel, shape, input, next);
    }
    return new Layout(slots, next);
  }

  private static long add(
      List<Slot> slots, Kernel kernel, Shape shape, Signature.Input buffer, long before) {
    long elements = Extent.of(kernel, shape, buffer.buffer()).elements();
    long offset = before + GUARD;
    long bytes = buffer.buffer().type().bytes(elements);
    long end = offset + Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT + GUARD;
    slots.add(new Slot(buffer.buffer(), buffer.stream(), elements, offset, before, end));
    return end;
  }

  public Slot slot(String name) {
    return slots.stream()
        .filter(slot -> slot.argument().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No buffer '" + name + "'."));
  }

  /** Outputs with given contents before a launch. */
  public List<Slot> restored() {
    return slots.stream().filter(slot -> slot.argument().isRestored()).toList();
  }

  /** Buffer with the initial contents of a restored output. */
  public Slot before(Slot restored) {
    return slot(restored.argument().before().name());
  }

  public List<Slot> inputs() {
    return slots.stream().filter(Slot::isInput).toList();
  }

  public List<Slot> outputs() {
    return slots.stream().filter(Predicate.not(Slot::isInput)).toList();
  }
}
