package dev.evokernel.containment;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Calls of Linux that the C library has no function for, and what confining needs besides. */
final class Syscalls {

  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int OPEN_AS_PATH_ON_EXEC_CLOSED = 0x20_0000 | 0x8_0000;
  private static final int AT_FDCWD = -100;

  private static final MethodHandle SYSCALL =
      Libc.bind("syscall", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");

  private Syscalls() {}

  /** The number of {@code seccomp}. */
  static int seccomp() {
    return AARCH64 ? 277 : 317;
  }

  /**
   * Makes the system call with this number.
   *
   * @return its result, or −1
   */
  static long call(int number, long first, long second, long third) {
    return call(number, first, second, third, 0);
  }

  /** The calling thread, and all that it starts, can gain no rights by running a program. */
  static void renouncePrivileges() {
    Libc.prctl(PR_SET_NO_NEW_PRIVS, 1);
  }

  /**
   * Opens a file only to name it.
   *
   * @return its descriptor, or −1
   */
  static int open(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(file.toString());
      return (int)
          call(AARCH64 ? 56 : 257, AT_FDCWD, path.address(), OPEN_AS_PATH_ON_EXEC_CLOSED, 0);
    }
  }

  static void close(int descriptor) {
    call(AARCH64 ? 57 : 3, descriptor, 0, 0, 0);
  }

  static long call(int number, long first, long second, long third, long fourth) {
    try {
      return (long) SYSCALL.invokeExact((long) number, first, second, third, fourth);
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }
}
