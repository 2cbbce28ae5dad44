package dev.evokernel.cuda.memory;

import static dev.evokernel.cuda.driver.Status.candidate;
import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemFree;
import static jcuda.driver.JCudaDriver.cuMemGetInfo;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;

import dev.evokernel.cuda.driver.Handles;
import java.lang.foreign.MemorySegment;
import jcuda.Pointer;

/** Allocation of device memory. */
public record Memory(Handles.Address start, long bytes) implements AutoCloseable {

  private static final long PIECE = 1 << 30;

  public static Memory allocate(long bytes) {
    var memory = new Memory(new Handles.Address(), bytes);
    machine(
        cuMemAlloc(memory.start, bytes), "allocating " + (bytes >> 20) + " MiB of device memory");
    return memory;
  }

  /** Allocates memory that a candidate needs. */
  public static Memory ofCandidate(long bytes, String doing) {
    var memory = new Memory(new Handles.Address(), bytes);
    candidate(cuMemAlloc(memory.start, bytes), doing);
    return memory;
  }

  /** Bytes of free device memory. */
  public static long free() {
    return freeAndTotal()[0];
  }

  /** Bytes of device memory, free or not. */
  public static long total() {
    return freeAndTotal()[1];
  }

  private static long[] freeAndTotal() {
    long[] free = new long[1];
    long[] total = new long[1];
    machine(cuMemGetInfo(free, total), "asking for free memory");
    return new long[] {free[0], total[0]};
  }

  /**
   * Uploads bytes in pieces that a buffer can hold, and waits for the end: the copy is not ordered
   * with the streams, and may continue after its return.
   */
  public static void upload(MemorySegment from, Handles.Address to) {
    for (long first = 0; first < from.byteSize(); first += PIECE) {
      long count = Math.min(PIECE, from.byteSize() - first);
      machine(
          cuMemcpyHtoD(to.plus(first), pointer(from.asSlice(first, count)), count), "uploading");
    }
    machine(cuCtxSynchronize(), "uploading");
  }

  /** Downloads bytes in pieces that a buffer can hold. */
  public static void download(Handles.Address from, MemorySegment to) {
    for (long first = 0; first < to.byteSize(); first += PIECE) {
      long count = Math.min(PIECE, to.byteSize() - first);
      machine(
          cuMemcpyDtoH(pointer(to.asSlice(first, count)), from.plus(first), count), "downloading");
    }
  }

  private static Pointer pointer(MemorySegment from) {
    return from.heapBase().isPresent() && from.heapBase().get() instanceof long[] words
        ? Pointer.to(words)
        : Pointer.to(from.asByteBuffer());
  }

  public Handles.Address at(long offset) {
    return start.plus(offset);
  }

  @Override
  public void close() {
    cuMemFree(start); // fails when the context is lost, which frees the memory
  }
}
