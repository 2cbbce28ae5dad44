package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/** Memory without a name, which another process opens by its descriptor. */
record SharedMemory(int descriptor) implements AutoCloseable {

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_AT_FREE_ADDRESS = 0x10_0001;
  private static final int PUNCH_HOLE_AND_KEEP_SIZE = 3;

  static SharedMemory create() {
    int descriptor = Libc.memory();
    if (descriptor < 0) {
      throw new EnvironmentException(
          "Candidates need memory to share (memfd_create), which this system refuses.");
    }
    return new SharedMemory(descriptor);
  }

  /** Maps zeroed pages at a free address, growing the memory; empty if memory is short. */
  Optional<MemorySegment> map(long address, long bytes, long offset) {
    if (Libc.truncate(descriptor, offset + bytes) != 0) {
      return Optional.empty();
    }
    MemorySegment mapped =
        Libc.mmap(address, bytes, PROT_READ_WRITE, MAP_SHARED_AT_FREE_ADDRESS, descriptor, offset);
    return mapped.address() == address ? Optional.of(mapped.reinterpret(bytes)) : Optional.empty();
  }

  String printed() {
    try {
      return new String(
          Files.readAllBytes(Path.of("/proc/self/fd/" + descriptor)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  void release(long offset, long bytes) {
    Libc.allocate(descriptor, PUNCH_HOLE_AND_KEEP_SIZE, offset, bytes);
  }

  @Override
  public void close() {
    Libc.close(descriptor);
  }
}
