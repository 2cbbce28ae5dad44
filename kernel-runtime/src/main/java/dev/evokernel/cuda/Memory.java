package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemFree;
import static jcuda.driver.JCudaDriver.cuMemGetInfo;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;

import module java.base;

import jcuda.Pointer;

/** Allocation of device memory. */
record Memory(Handles.Address start, long bytes) implements AutoCloseable {

  private static final int BALLAST = 16;

  /** Inverse of the share of the free memory that the ballast may occupy. */
  private static final int SHARE = 64;

  private static final long PIECE = 1 << 30;

  public static Memory allocate(long bytes) {
    var memory = new Memory(new Handles.Address(), bytes);
    machine(memory.allocated(), "allocating " + (bytes >> 20) + " MiB of device memory");
    return memory;
  }

  /**
   * Occupies memory of random sizes, before a process allocates anything else. Buffers and programs
   * then have different addresses in every process, as in a user's own program. The ratio of two
   * programs depends slightly on addresses, and confidence intervals of finals show only
   * differences between processes.
   *
   * @return what frees the memory
   */
  public static List<Runnable> ballast(RandomGenerator random) {
    long most = Math.max(2, free() / SHARE / (2 * BALLAST));
    boolean maps = MappedMemory.isSupported();
    var pieces = new ArrayList<Runnable>();
    for (int i = random.nextInt(BALLAST); i > 0; i--) {
      pieces.add(allocate(random.nextLong(1, most))::close);
      if (maps) {
        pieces.add(MappedMemory.allocate(random.nextLong(1, most))::close);
      }
    }
    return pieces;
  }

  public static Memory ofCandidate(long bytes, String doing) {
    var memory = new Memory(new Handles.Address(), bytes);
    candidate(memory.allocated(), doing);
    return memory;
  }

  private int allocated() {
    return DriverCalls.allocation(() -> cuMemAlloc(start, bytes));
  }

  public static long free() {
    long[] free = new long[1];
    machine(cuMemGetInfo(free, new long[1]), "asking for free memory");
    return free[0];
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
