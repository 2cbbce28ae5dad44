package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;

/**
 * Set of buffers for candidates, in device memory.
 *
 * <p>Outputs lie between two guards. So do inputs on a device that cannot map memory. On other
 * devices each input has its own mapping and lies at the start or the end of it: a launch that
 * reads or writes beyond that side faults. The rest of the mapping around the input is its guards.
 * Timed launches use a second, read-only mapping of the same memory.
 */
final class Buffers implements AutoCloseable {

  /** Alignment of inputs, equal to that of the driver's allocations. */
  public static final long ALIGNMENT = 256;

  public enum Side {
    START,
    END
  }

  private final BufferLayout layout;
  private final Side side;
  private final Memory memory;
  private final Map<BufferLayout.Slot, MappedMemory> inputs = new HashMap<>();

  public Buffers(BufferLayout layout, Side side) {
    this.layout = layout;
    this.side = side;
    boolean mapping = MappedMemory.isSupported();
    this.memory = Memory.allocate(mapping ? layout.outputs().getLast().end() : layout.bytes());
    try {
      if (mapping) {
        layout.inputs().forEach(slot -> inputs.put(slot, MappedMemory.allocate(slot.bytes())));
      }
    } catch (EnvironmentException e) {
      close();
      throw e;
    }
  }

  /** Address of a buffer for timed launches; inputs are read-only there. */
  public Handles.Address at(BufferLayout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    return mapped == null
        ? memory.at(slot.offset())
        : Handles.Address.of(mapped.reading() + offset(slot, mapped));
  }

  /** Writable address of a buffer, for evo and single launches. */
  public Handles.Address writable(BufferLayout.Slot slot) {
    return at(slot).plus(toWritable(slot));
  }

  public Regions.Region data(BufferLayout.Slot slot) {
    return new Regions.Region(at(slot), slot.bytes());
  }

  /**
   * Patterns for every guard, and for every output without given contents one that no right result
   * contains.
   */
  public List<Regions.Coat> coats(GuardFill guards) {
    var coats = new ArrayList<Regions.Coat>();
    for (BufferLayout.Slot slot : layout.slots()) {
      for (Regions.Region guard : List.of(before(slot), behind(slot))) {
        coats.add(
            new Regions.Coat(
                new Regions.Region(guard.start().plus(toWritable(slot)), guard.bytes()),
                guards.value()));
      }
    }
    for (BufferLayout.Slot output : layout.outputs()) {
      if (!output.argument().isRestored()) {
        coats.add(new Regions.Coat(data(output), output.poison()));
      }
    }
    return coats;
  }

  public Regions.Region before(BufferLayout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    long bytes =
        mapped == null
            ? slot.offset() - slot.before()
            : Math.min(offset(slot, mapped), BufferLayout.GUARD);
    return new Regions.Region(at(slot).plus(-bytes), bytes);
  }

  public Regions.Region behind(BufferLayout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    long bytes =
        mapped == null
            ? slot.end() - slot.offset() - slot.bytes()
            : Math.min(mapped.bytes() - offset(slot, mapped) - slot.bytes(), BufferLayout.GUARD);
    return new Regions.Region(at(slot).plus(slot.bytes()), bytes);
  }

  @Override
  public void close() {
    inputs.values().forEach(MappedMemory::close);
    memory.close();
  }

  /** Distance in bytes from the read-only to the writable mapping. */
  private long toWritable(BufferLayout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    return mapped == null ? 0 : mapped.writing() - mapped.reading();
  }

  private long offset(BufferLayout.Slot slot, MappedMemory mapped) {
    return switch (side) {
      case START -> 0;
      case END -> (mapped.bytes() - slot.bytes()) / ALIGNMENT * ALIGNMENT;
    };
  }
}
