package dev.evokernel.cpu.containment;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/** System calls of Linux past the functions of the C library, and other calls for confinement. */
public final class Syscalls {

  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int OPEN_AS_PATH_ON_EXEC_CLOSED = 0x20_0000 | 0x8_0000;
  private static final int AT_FDCWD = -100;

  private static final MethodHandle SYSCALL =
      Libc.bind("syscall", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");

  private Syscalls() {}

  static int seccomp() {
    return AARCH64 ? 277 : 317;
  }

  /**
   * Makes a system call; its fourth argument, such as the flags of {@code landlock_add_rule}, is 0.
   *
   * @return its result, or −1
   */
  public static long call(int number, long first, long second, long third) {
    try {
      return (long) SYSCALL.invokeExact((long) number, first, second, third, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }

  /** Priority of the calling thread's input and output. */
  static long ioPriority() {
    return call(AARCH64 ? 31 : 252, 1, 0, 0);
  }

  /** Forbids the calling thread and its descendants to gain rights by running a program. */
  static void renouncePrivileges() {
    Libc.prctl(PR_SET_NO_NEW_PRIVS, 1);
  }

  /**
   * Opens a file only for a rule that names it.
   *
   * @return its descriptor, or −1
   */
  static int open(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(file.toString());
      return (int) call(AARCH64 ? 56 : 257, AT_FDCWD, path.address(), OPEN_AS_PATH_ON_EXEC_CLOSED);
    }
  }

  static void close(int descriptor) {
    call(AARCH64 ? 57 : 3, descriptor, 0, 0);
  }
}
