package dev.evokernel.isolation;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/** Memory without a name, which another process opens by its descriptor. */
record SharedMemory(int descriptor) implements AutoCloseable {

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_AT_FREE_ADDRESS = 0x10_0001;
  private static final int CLOSED_ON_EXEC = 1;
  private static final int PUNCH_HOLE_AND_KEEP_SIZE = 3;

  /**
   * Creates empty memory.
   *
   * @throws EnvironmentException if the system refuses
   */
  static SharedMemory create() {
    try (Arena arena = Arena.ofConfined()) {
      int descriptor =
          (int) Libc.call(Libc.MEMFD_CREATE, arena.allocateFrom("evo"), CLOSED_ON_EXEC);
      if (descriptor < 0) {
        throw new EnvironmentException(
            "Isolated candidates need memory to share (memfd_create), which this system refuses.");
      }
      return new SharedMemory(descriptor);
    }
  }

  /** Maps zeroed pages at a free address, growing the memory; empty if memory is short. */
  Optional<MemorySegment> map(long address, long bytes, long offset) {
    MemorySegment wanted = MemorySegment.ofAddress(address);
    if (!Libc.succeeds(Libc.FTRUNCATE, descriptor, offset + bytes)) {
      return Optional.empty();
    }
    var mapped =
        (MemorySegment)
            Libc.call(
                Libc.MMAP,
                wanted,
                bytes,
                PROT_READ_WRITE,
                MAP_SHARED_AT_FREE_ADDRESS,
                descriptor,
                offset);
    return mapped.address() == address ? Optional.of(mapped.reinterpret(bytes)) : Optional.empty();
  }

  /** Gives pages back to the system. */
  void release(long offset, long bytes) {
    Libc.succeeds(Libc.FALLOCATE, descriptor, PUNCH_HOLE_AND_KEEP_SIZE, offset, bytes);
  }

  @Override
  public void close() {
    Libc.succeeds(Libc.CLOSE, descriptor);
  }
}
