package dev.evokernel.isolation;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/** Functions of Linux's C library that share memory with processes, and stop them. */
final class Libc {

  static final MethodHandle MEMFD_CREATE = bind("memfd_create", JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle FTRUNCATE = bind("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
  static final MethodHandle FALLOCATE =
      bind("fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle MMAP =
      bind("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  static final MethodHandle MUNMAP = bind("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
  static final MethodHandle CLOSE = bind("close", JAVA_INT, JAVA_INT);
  static final MethodHandle KILL = bind("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle WAITID =
      bind("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  /** {@code syscall} with the four arguments of {@code futex}. */
  static final MethodHandle SYSCALL =
      bind("syscall", JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);

  static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");

  private Libc() {}

  private static MethodHandle bind(String name, MemoryLayout result, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
  }

  static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException("A call of the C library failed in the linker.", e);
    }
  }

  static boolean succeeds(MethodHandle function, Object... arguments) {
    return (int) call(function, arguments) == 0;
  }
}
