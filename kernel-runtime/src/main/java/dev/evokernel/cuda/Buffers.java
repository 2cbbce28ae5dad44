package dev.evokernel.cuda;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.driver.MappedMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One set of the buffers that candidates are given, in device memory.
 *
 * <p>Outputs lie between two guards. So do inputs on a device that cannot map memory. Elsewhere
 * each input is a mapping of its own and lies at its end or its start: a launch that reads or
 * writes beyond it at that side faults. What is left of the mapping around it is its guards. Timed
 * launches are given another mapping of the same memory, which can only be read.
 */
final class Buffers implements AutoCloseable {

  private static final byte INTEGER_POISON = (byte) 0xA7;

  /** As a floating-point number of any width this is NaN. */
  static final byte POISON = (byte) 0xFF;

  /** Where inputs begin: as aligned as those that the driver allocates. */
  private static final long ALIGNMENT = 256;

  /** Where an input lies in its mapping. */
  enum Side {
    START,
    END
  }

  private final Layout layout;
  private final Side side;
  private final Memory memory;
  private final Map<Layout.Slot, MappedMemory> inputs = new HashMap<>();

  Buffers(Layout layout, Side side) {
    this.layout = layout;
    this.side = side;
    this.memory = Memory.allocate(layout.bytes());
    try {
      if (MappedMemory.isSupported()) {
        layout.inputs().forEach(slot -> inputs.put(slot, MappedMemory.allocate(slot.bytes())));
      }
    } catch (EnvironmentException e) {
      close();
      throw e;
    }
  }

  /** Where timed launches find a buffer, inputs to be read only. */
  Handles.Address at(Layout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    return mapped == null
        ? memory.at(slot.offset())
        : Handles.Address.of(mapped.reading() + offset(slot, mapped));
  }

  /** Where it can be written: what evo and single launches are given. */
  Handles.Address writable(Layout.Slot slot) {
    return at(slot).plus(toWritable(slot));
  }

  Regions.Region data(Layout.Slot slot) {
    return new Regions.Region(at(slot), slot.bytes());
  }

  /**
   * A pattern for every guard, and for every output whose contents are not given one that no right
   * result contains.
   */
  List<Regions.Coat> coats(GuardFill guards) {
    var coats = new ArrayList<Regions.Coat>();
    for (Layout.Slot slot : layout.slots()) {
      for (Regions.Region guard : List.of(before(slot), behind(slot))) {
        coats.add(
            new Regions.Coat(
                new Regions.Region(guard.start().plus(toWritable(slot)), guard.bytes()),
                guards.value()));
      }
    }
    for (Layout.Slot output : layout.outputs()) {
      if (output.argument().isRestored()) {
        continue;
      }
      coats.add(new Regions.Coat(data(output), poison(output)));
    }
    return coats;
  }

  /** What an output without given contents holds before a launch. */
  static byte poison(Layout.Slot output) {
    return output.argument().type().isFloating() ? POISON : INTEGER_POISON;
  }

  Regions.Region before(Layout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    long bytes =
        mapped == null
            ? slot.offset() - slot.before()
            : Math.min(offset(slot, mapped), Layout.GUARD);
    return new Regions.Region(at(slot).plus(-bytes), bytes);
  }

  Regions.Region behind(Layout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    long bytes =
        mapped == null
            ? slot.end() - slot.offset() - slot.bytes()
            : Math.min(mapped.bytes() - offset(slot, mapped) - slot.bytes(), Layout.GUARD);
    return new Regions.Region(at(slot).plus(slot.bytes()), bytes);
  }

  @Override
  public void close() {
    inputs.values().forEach(MappedMemory::close);
    memory.close();
  }

  /** Bytes from where a buffer can be read to where it can be written. */
  private long toWritable(Layout.Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    return mapped == null ? 0 : mapped.writing() - mapped.reading();
  }

  private long offset(Layout.Slot slot, MappedMemory mapped) {
    return switch (side) {
      case START -> 0;
      case END -> (mapped.bytes() - slot.bytes()) / ALIGNMENT * ALIGNMENT;
    };
  }
}
