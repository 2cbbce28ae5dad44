package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/** Bindings of Linux's C library, and system calls past its functions. */
public final class Libc {

  static final int SIGINFO_BYTES = 128;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");

  private static final MethodHandle SYSCALL =
      bind("syscall", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PRCTL =
      bind("prctl", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle MEMFD_CREATE =
      bind("memfd_create", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FTRUNCATE = bind("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle FALLOCATE =
      bind("fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle MMAP =
      bind("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle MPROTECT =
      bind("mprotect", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle MUNMAP = bind("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle CLOSE = bind("close", JAVA_INT, JAVA_INT);
  private static final MethodHandle KILL = bind("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle WAITID =
      bind("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  private static final MethodHandle PIPE = bind("pipe2", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle READ = bind("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE = bind("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle POLL = bind("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final int O_CLOEXEC = 0x8_0000;
  private static final int POLLIN = 1;
  private static final long SET_AFFINITY = AARCH64 ? 122 : 203;
  private static final long GET_AFFINITY = AARCH64 ? 123 : 204;
  private static final int MASK_BYTES = 1024;

  private static final MemorySegment BYTE = Arena.global().allocate(1);
  private static final MemorySegment HERE = Arena.global().allocate(MASK_BYTES, Long.BYTES);
  private static final MemorySegment CORES = cores();

  private Libc() {}

  @FunctionalInterface
  private interface Call<T> {
    T perform() throws Throwable;
  }

  /**
   * Makes a system call; its fourth argument is 0.
   *
   * @return its result, or −1
   */
  public static long syscall(long number, long first, long second, long third) {
    return call(() -> (long) SYSCALL.invokeExact(number, first, second, third, 0L));
  }

  static int prctl(int property, long value) {
    return call(() -> (int) PRCTL.invokeExact(property, value, 0L, 0L, 0L));
  }

  /** Moves the calling thread to a core until {@link #leave}; a negative number does nothing. */
  static void stayOn(int core) {
    if (core >= 0 && core < Byte.SIZE * MASK_BYTES) {
      HERE.fill((byte) 0);
      HERE.set(ValueLayout.JAVA_BYTE, core / Byte.SIZE, (byte) (1 << core % Byte.SIZE));
      syscall(SET_AFFINITY, 0, MASK_BYTES, HERE.address());
    }
  }

  /** Lets the calling thread use all its cores again. */
  static void leave(int core) {
    if (core >= 0) {
      syscall(SET_AFFINITY, 0, MASK_BYTES, CORES.address());
    }
  }

  private static MemorySegment cores() {
    MemorySegment mask = Arena.global().allocate(MASK_BYTES, Long.BYTES);
    syscall(GET_AFFINITY, 0, MASK_BYTES, mask.address());
    return mask;
  }

  /** Creates a pipe, which is closed on exec: the ends to read and to write. */
  static int[] pipe() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      if (call(() -> (int) PIPE.invokeExact(ends, O_CLOEXEC)) != 0) {
        throw new EnvironmentException("No pipe to a candidate's process: too many open files?");
      }
      return ends.toArray(JAVA_INT);
    }
  }

  /** Reads a byte; false at the end. */
  static boolean read(int descriptor) {
    return call(() -> (long) READ.invokeExact(descriptor, BYTE, 1L)) == 1;
  }

  /** Writes a byte; false if nobody can read it. */
  static boolean write(int descriptor) {
    return call(() -> (long) WRITE.invokeExact(descriptor, BYTE, 1L)) == 1;
  }

  /** Waits until a byte or the end can be read, or some milliseconds are over. */
  static boolean isReadable(int descriptor, int millis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment wanted = arena.allocate(JAVA_LONG);
      wanted.set(JAVA_INT, 0, descriptor);
      wanted.set(JAVA_INT, Integer.BYTES, POLLIN);
      return call(() -> (int) POLL.invokeExact(wanted, 1L, millis)) == 1;
    }
  }

  /** Creates memory without a name, which is closed on exec; negative on failure. */
  static int memory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom("evo");
      return call(() -> (int) MEMFD_CREATE.invokeExact(name, 1));
    }
  }

  static int truncate(int descriptor, long bytes) {
    return call(() -> (int) FTRUNCATE.invokeExact(descriptor, bytes));
  }

  static int allocate(int descriptor, int mode, long offset, long bytes) {
    return call(() -> (int) FALLOCATE.invokeExact(descriptor, mode, offset, bytes));
  }

  /** Maps pages; their address is −1 on failure. */
  public static MemorySegment mmap(
      long address, long bytes, int allowed, int flags, int descriptor, long offset) {
    MemorySegment wanted = MemorySegment.ofAddress(address);
    return call(
        () -> (MemorySegment) MMAP.invokeExact(wanted, bytes, allowed, flags, descriptor, offset));
  }

  public static int mprotect(MemorySegment pages, int allowed) {
    return call(() -> (int) MPROTECT.invokeExact(pages, pages.byteSize(), allowed));
  }

  public static int munmap(MemorySegment pages) {
    return call(() -> (int) MUNMAP.invokeExact(pages, pages.byteSize()));
  }

  static int close(int descriptor) {
    return call(() -> (int) CLOSE.invokeExact(descriptor));
  }

  static int kill(int process, int signal) {
    return call(() -> (int) KILL.invokeExact(process, signal));
  }

  static int waitid(int kind, int process, MemorySegment information, int options) {
    return call(() -> (int) WAITID.invokeExact(kind, process, information, options));
  }

  private static MethodHandle bind(String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
  }

  private static <T> T call(Call<T> call) {
    try {
      return call.perform();
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }
}
