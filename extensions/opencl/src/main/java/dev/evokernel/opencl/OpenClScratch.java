package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.backend.memory.ScratchMemory;

/** Scratch memory of a candidate in one context. */
final class OpenClScratch extends ScratchMemory<ClMemory> {

  private static final long GUARD = BufferLayout.GUARD;

  private final ClContext context;

  OpenClScratch(ClContext context) {
    this.context = context;
  }

  @Override
  protected Piece<ClMemory> zeroed(String argument, long bytes) {
    ClMemory memory =
        context.allocateForCandidate(
            bytes + 2 * GUARD,
            "%,d MiB of scratch memory for '%s'".formatted(bytes >> 20, argument));
    context.fill(memory, 0, memory.bytes(), GuardFill.FINITE.value());
    context.fill(memory, GUARD, bytes, (byte) 0);
    ClMemory part = context.part(memory, GUARD, bytes);
    return new Piece<>(
        argument,
        part,
        List.of(new Region<>(memory, 0, GUARD), new Region<>(memory, GUARD + bytes, GUARD)),
        () -> {
          part.close();
          memory.close();
        });
  }
}
