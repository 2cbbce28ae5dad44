package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.CandidateBuffers;
import dev.evokernel.backend.memory.DeviceMemory.Region;

/**
 * One set of buffers for candidates: an allocation in which each buffer lies between two guards.
 */
final class OpenClBuffers implements CandidateBuffers.Buffers<ClMemory> {

  private final ClMemory memory;
  private final Map<String, ClMemory> parts = new LinkedHashMap<>();

  OpenClBuffers(ClContext context, BufferLayout layout) {
    this.memory =
        context.allocate(
            layout.bytes(), "%,d MiB of device memory at once".formatted(layout.bytes() >> 20));
    layout
        .slots()
        .forEach(slot -> parts.put(slot.name(), context.part(memory, slot.offset(), slot.bytes())));
  }

  @Override
  public ClMemory at(Slot slot) {
    return Objects.requireNonNull(parts.get(slot.name()), slot.name());
  }

  @Override
  public Region<ClMemory> data(Slot slot) {
    return slot.data(memory);
  }

  @Override
  public List<Region<ClMemory>> guards(Slot slot) {
    return slot.guards(memory);
  }

  @Override
  public void close() {
    parts.values().forEach(ClMemory::close);
    memory.close();
  }
}
