package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.evokernel.backend.Isolation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cpu.containment.Libc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** System calls that map, protect and unmap whole pages. */
final class NativePages {

  static final long PAGE = 4096;

  private static final int PROT_NONE = 0;
  private static final int PROT_READ = 1;
  private static final int PROT_READ_WRITE = 3;
  private static final int PROT_READ_EXECUTE = 5;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;

  private static final MethodHandle MMAP =
      Libc.bind("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle MPROTECT =
      Libc.bind("mprotect", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle MUNMAP = Libc.bind("munmap", JAVA_INT, ADDRESS, JAVA_LONG);

  private NativePages() {}

  /** Maps zeroed pages. */
  static MemorySegment map(long bytes) {
    MemorySegment start =
        (MemorySegment)
            call(MMAP, MemorySegment.NULL, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0L);
    if (start.address() == -1) {
      throw noMemory(bytes);
    }
    return start.reinterpret(bytes);
  }

  /** Maps zeroed pages for a buffer of candidates, which isolated ones share with this process. */
  static MemorySegment mapBuffer(long bytes) {
    return Isolation.ofThisProcess()
        .map(shared -> shared.map(bytes).orElseThrow(() -> noMemory(bytes)))
        .orElseGet(() -> map(bytes));
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

  /** Maps a page with a function in machine code. */
  static MemorySegment code(byte[] function) {
    MemorySegment page = map(PAGE);
    page.asSlice(0, function.length).copyFrom(MemorySegment.ofArray(function));
    protect(page, PROT_READ_EXECUTE);
    return page;
  }

  static void unmap(MemorySegment pages) {
    Isolation.ofThisProcess().ifPresent(shared -> shared.forget(pages));
    call(MUNMAP, pages, pages.byteSize());
  }

  static long roundUp(long bytes) {
    return Math.ceilDiv(bytes, PAGE) * PAGE;
  }

  private static void protect(MemorySegment pages, int protection) {
    Isolation.ofThisProcess().ifPresent(shared -> shared.protect(pages, protection));
    if ((int) call(MPROTECT, pages, pages.byteSize(), protection) != 0) {
      throw new EnvironmentException(
          "The system refused to protect pages. Raise the limit: sysctl -w"
              + " vm.max_map_count=262144");
    }
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException("A call of the C library failed in the linker.", e);
    }
  }
}
