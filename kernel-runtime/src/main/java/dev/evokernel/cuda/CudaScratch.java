package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuMemsetD8;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.backend.memory.ScratchMemory;

/** Scratch memory of a candidate, and the arrays of pointers that its launches read. */
final class CudaScratch extends ScratchMemory<Handles.Address> {

  private final long guard;

  /**
   * @param guard bytes before and after each piece; 0 under a tool that detects stray writes itself
   */
  CudaScratch(long guard) {
    this.guard = guard;
  }

  @Override
  protected Piece<Handles.Address> zeroed(String argument, long bytes) {
    String doing = "allocating %d MiB of scratch memory for '%s'".formatted(bytes >> 20, argument);
    Memory memory = Memory.ofCandidate(bytes + 2 * guard, doing);
    machine(cuMemsetD8(memory.at(0), GuardFill.FINITE.value(), memory.bytes()), doing);
    machine(cuMemsetD8(memory.at(guard), (byte) 0, bytes), doing);
    machine(cuCtxSynchronize(), doing);
    return piece(argument, memory, guard, bytes);
  }

  Handles.Address upload(String argument, long[] pointers) {
    MemorySegment content = MemorySegment.ofArray(pointers);
    long watched = guard + content.byteSize();
    Memory memory = Memory.ofCandidate(2 * watched, "allocating the pointers '" + argument + "'");
    keep(piece(argument, memory, watched, 0));
    Memory.upload(content, memory.at(guard));
    return memory.at(guard);
  }

  private static Piece<Handles.Address> piece(
      String argument, Memory memory, long guard, long bytes) {
    return new Piece<>(
        argument,
        memory.at(guard),
        List.of(
            new Region<>(memory.start(), 0, guard),
            new Region<>(memory.start(), guard + bytes, guard)),
        memory::close);
  }
}
