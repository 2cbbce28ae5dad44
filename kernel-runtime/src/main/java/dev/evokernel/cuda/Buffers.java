package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.CandidateBuffers;
import dev.evokernel.backend.memory.DeviceMemory.Region;

/**
 * Set of buffers for candidates, in device memory.
 *
 * <p>Outputs lie between two guards. So do inputs on a device that cannot map memory. On other
 * devices each input has its own mapping and lies at the start or the end of it: a launch that
 * reads or writes beyond that side faults. The rest of the mapping around the input is its guards.
 * Timed launches use a second, read-only mapping of the same memory.
 */
final class Buffers implements CandidateBuffers.Buffers<Handles.Address> {

  /** Alignment of inputs, equal to that of the driver's allocations. */
  public static final long ALIGNMENT = 256;

  public enum Side {
    START,
    END
  }

  private final Side side;
  private final Memory memory;
  private final Map<Slot, MappedMemory> inputs = new HashMap<>();

  public Buffers(BufferLayout layout, Side side) {
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
  @Override
  public Handles.Address at(Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    return mapped == null
        ? memory.at(slot.offset())
        : Handles.Address.of(mapped.reading() + offset(slot, mapped));
  }

  @Override
  public Handles.Address writable(Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    return mapped == null ? at(slot) : at(slot).plus(mapped.writing() - mapped.reading());
  }

  @Override
  public Region<Handles.Address> data(Slot slot) {
    return new Region<>(at(slot), 0, slot.bytes());
  }

  @Override
  public List<Region<Handles.Address>> guards(Slot slot) {
    MappedMemory mapped = inputs.get(slot);
    if (mapped == null) {
      return slot.guards(memory.start());
    }
    long before = offset(slot, mapped);
    long behind = mapped.bytes() - before - slot.bytes();
    long wide = Math.min(before, BufferLayout.GUARD);
    return List.of(
        new Region<>(writable(slot), -wide, wide),
        new Region<>(writable(slot), slot.bytes(), Math.min(behind, BufferLayout.GUARD)));
  }

  @Override
  public void close() {
    inputs.values().forEach(MappedMemory::close);
    memory.close();
  }

  private long offset(Slot slot, MappedMemory mapped) {
    return switch (side) {
      case START -> 0;
      case END -> (mapped.bytes() - slot.bytes()) / ALIGNMENT * ALIGNMENT;
    };
  }
}
