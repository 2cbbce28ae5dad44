package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;

/**
 * Layout of the buffers of one kernel on one shape in one allocation, each between two guards, the
 * outputs first.
 *
 * <pre>
 * | guard | data | padding to the alignment + guard | guard | data | …
 * </pre>
 *
 * The guard after a buffer begins directly after its last element, so that every byte is covered.
 * Guards are wide, because a ragged tile overruns the end by whole rows.
 */
public record BufferLayout(List<Slot> slots, long bytes) {

  /** Size of a guard, which detects stray writes, in bytes. */
  public static final long GUARD = 64 << 10;

  /** Byte that is NaN in every floating-point type. */
  public static final byte POISON = (byte) 0xFF;

  private static final byte INTEGER_POISON = (byte) 0xA7;

  /**
   * @param position the number of the random stream that fills the buffer
   * @param before start of the guard before the data
   * @param end end of the guard after the data
   */
  public record Slot(
      Argument.Buffer argument, int position, long elements, long offset, long before, long end) {

    public String name() {
      return argument.name();
    }

    public long bytes() {
      return argument.type().bytes(elements);
    }

    public <M> Region<M> data(M allocation) {
      return new Region<>(allocation, offset, bytes());
    }

    public <M> List<Region<M>> guards(M allocation) {
      long behind = offset + bytes();
      return List.of(
          new Region<>(allocation, before, offset - before),
          new Region<>(allocation, behind, end - behind));
    }

    public Signature.Input filled() {
      return new Signature.Input(argument, position);
    }

    public boolean isInput() {
      return !argument.output();
    }

    /** Type in which a compiled reference has the buffer: its own rounding is no error. */
    public ElementType stored() {
      ElementType type = argument.type();
      return !isInput() && type.isFloating() && type.bits() < Float.SIZE ? ElementType.F32 : type;
    }

    public byte poison() {
      return BufferLayout.poison(argument);
    }
  }

  public BufferLayout {
    slots = List.copyOf(slots);
  }

  public static BufferLayout of(Kernel kernel, Shape shape, long alignment) {
    var slots = new ArrayList<Slot>();
    long next = 0;
    Signature signature = kernel.entryPoint().signature();
    List<Signature.Input> outputs =
        signature.outputs().stream().map(output -> new Signature.Input(output, 0)).toList();
    for (List<Signature.Input> buffers : List.of(outputs, signature.inputs())) {
      for (Signature.Input buffer : buffers) {
        long elements = Extent.of(kernel, shape, buffer.buffer()).elements();
        long guard = Math.ceilDiv(GUARD, alignment) * alignment;
        long offset = next + guard;
        long bytes = buffer.buffer().type().bytes(elements);
        long end = offset + Math.ceilDiv(bytes, alignment) * alignment + guard;
        slots.add(new Slot(buffer.buffer(), buffer.stream(), elements, offset, next, end));
        next = end;
      }
    }
    return new BufferLayout(slots, next);
  }

  /** Pattern that no right result of an output without given contents contains. */
  public static byte poison(Argument.Buffer output) {
    return output.type().isFloating() && !output.type().isPacked() ? POISON : INTEGER_POISON;
  }

  public Slot slot(String name) {
    return slots.stream()
        .filter(slot -> slot.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No buffer '" + name + "'."));
  }

  public List<Slot> restored() {
    return slots.stream().filter(slot -> slot.argument().isRestored()).toList();
  }

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
