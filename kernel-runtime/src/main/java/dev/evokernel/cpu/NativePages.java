package dev.evokernel.cpu;

import dev.evokernel.backend.file.EnvironmentException;
import java.lang.foreign.MemorySegment;

/** System calls that map, protect and unmap whole pages. */
final class NativePages {

  static final long PAGE = 4096;

  private static final int PROT_NONE = 0;
  private static final int PROT_READ = 1;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;

  private NativePages() {}

  static MemorySegment map(long bytes) {
    MemorySegment start = Libc.mmap(0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
    if (start.address() == -1) {
      throw noMemory(bytes);
    }
    return start.reinterpret(bytes);
  }

  /** Maps zeroed pages for a buffer of candidates, which they share with this process. */
  static MemorySegment mapBuffer(long bytes) {
    return CandidateProcesses.ofThisProcess().map(bytes).orElseThrow(() -> noMemory(bytes));
  }

  private static EnvironmentException noMemory(long bytes) {
    return new EnvironmentException(
        "No memory for a buffer of %,d MiB. Use smaller shapes, or end other programs."
            .formatted(bytes >> 20));
  }

  static void forbid(MemorySegment pages) {
    protect(pages, PROT_NONE);
  }

  static void makeReadOnly(MemorySegment pages) {
    protect(pages, PROT_READ);
  }

  static void makeWritable(MemorySegment pages) {
    protect(pages, PROT_READ_WRITE);
  }

  static void unmap(MemorySegment pages) {
    CandidateProcesses.ofThisProcess().forget(pages);
    Libc.munmap(pages);
  }

  static long roundUp(long bytes) {
    return Math.ceilDiv(bytes, PAGE) * PAGE;
  }

  private static void protect(MemorySegment pages, int protection) {
    CandidateProcesses.ofThisProcess().protect(pages, protection);
    if (Libc.mprotect(pages, protection) != 0) {
      throw new EnvironmentException(
          "The system refused to protect pages. Raise the limit: sysctl -w"
              + " vm.max_map_count=262144");
    }
  }
}
