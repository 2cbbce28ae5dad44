package dev.evokernel.cpu.containment;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * Bindings of Linux's C library. Structures are copied out as bytes, because they are only
 * compared.
 */
public final class Libc {

  static final int SIGNALS = 64;

  static final int RESOURCES = 16;

  /**
   * Number of interval timers: {@code ITIMER_REAL}, {@code ITIMER_VIRTUAL} and {@code ITIMER_PROF}.
   */
  static final int TIMERS = 3;

  private static final int SIGACTION_BYTES = 152;
  private static final int SIGACTION_FLAGS = 136;
  private static final int RLIMIT_BYTES = 16;
  private static final int ITIMERVAL_BYTES = 32;
  private static final int SIGINFO_BYTES = 128;
  private static final int FENV_BYTES = 64;
  private static final int PATH_BYTES = 4096;

  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int ANY = 0;
  private static final int ONE = 1;
  private static final int WNOHANG = 1;
  private static final int WEXITED = 4;
  private static final int WNOWAIT = 0x0100_0000;
  private static final int WALL = 0x4000_0000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = LINKER.defaultLookup();

  private static final MethodHandle PRCTL =
      bind("prctl", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle WAITID =
      bind("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SIGACTION =
      bind("sigaction", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle GETRLIMIT = bind("getrlimit", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle SETRLIMIT = bind("setrlimit", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle GETITIMER = bind("getitimer", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle READLINK =
      bind("readlink", JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
  private static final MethodHandle FEGETENV = bind("fegetenv", JAVA_INT, ADDRESS);
  private static final MethodHandle FESETENV = bind("fesetenv", JAVA_INT, ADDRESS);
  private static final MemorySegment ENVIRON =
      LIBRARY.findOrThrow("environ").reinterpret(ADDRESS.byteSize());

  private Libc() {}

  /** Sets whether the calling process becomes the parent of orphaned descendants. */
  static void adoptOrphans(boolean adopts) {
    prctl(PR_SET_CHILD_SUBREAPER, adopts ? 1 : 0);
  }

  /** Changes or reads a property of the calling thread or process; negative on failure. */
  static int prctl(int property, long value) {
    return call(() -> (int) PRCTL.invokeExact(property, value, 0L, 0L, 0L));
  }

  /** Limits a resource to at most {@code most}, as far as the system allows. */
  static void limit(int resource, long most) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limits = arena.allocate(RLIMIT_BYTES, Long.BYTES);
      call(() -> (int) GETRLIMIT.invokeExact(resource, limits));
      for (long at = 0; at < RLIMIT_BYTES; at += Long.BYTES) {
        long now = limits.get(JAVA_LONG, at);
        limits.set(JAVA_LONG, at, Long.compareUnsigned(now, most) < 0 ? now : most);
      }
      call(() -> (int) SETRLIMIT.invokeExact(resource, limits));
    }
  }

  static boolean hasChildren() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(SIGINFO_BYTES);
      return call(() -> (int) WAITID.invokeExact(ANY, 0, info, WNOHANG | WEXITED | WNOWAIT | WALL))
          == 0;
    }
  }

  /** Takes the exit status of an ended child, which otherwise stays in the process table. */
  static void reap(long pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(SIGINFO_BYTES);
      call(
          () ->
              (int) WAITID.invokeExact(ONE, Math.toIntExact(pid), info, WNOHANG | WEXITED | WALL));
    }
  }

  /**
   * Handling of each signal, from signal 1: handler, mask and flags. Signals that the library
   * reserves for itself are empty.
   */
  static List<byte[]> signalActions() {
    return each(
            SIGNALS,
            SIGACTION_BYTES,
            (signal, action) -> (int) SIGACTION.invokeExact(signal + 1, MemorySegment.NULL, action))
        .stream()
        .map(Libc::definedParts)
        .toList();
  }

  /** Handling of one signal, as {@link #signalActions} has it. */
  static byte[] signalAction(int signal) {
    return definedParts(
        each(
                1,
                SIGACTION_BYTES,
                (_, action) -> (int) SIGACTION.invokeExact(signal, MemorySegment.NULL, action))
            .getFirst());
  }

  /**
   * Copies the defined parts of the structure, whose mask is longer in the library than in Linux.
   */
  private static byte[] definedParts(byte[] action) {
    byte[] defined = Arrays.copyOf(action, action.length == 0 ? 0 : 2 * Long.BYTES + Integer.BYTES);
    if (action.length > 0) {
      System.arraycopy(action, SIGACTION_FLAGS, defined, 2 * Long.BYTES, Integer.BYTES);
    }
    return defined;
  }

  /** Soft and hard limit of each resource, as two 64-bit numbers. */
  static List<byte[]> resourceLimits() {
    return each(
        RESOURCES,
        RLIMIT_BYTES,
        (resource, limits) -> (int) GETRLIMIT.invokeExact(resource, limits));
  }

  /** Interval and time to the next expiry of each interval timer. */
  static List<byte[]> intervalTimers() {
    return each(
        TIMERS, ITIMERVAL_BYTES, (timer, value) -> (int) GETITIMER.invokeExact(timer, value));
  }

  /** Floating-point environment of the calling thread, as {@code fenv_t}. */
  static byte[] floatingPoint() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment environment = arena.allocate(FENV_BYTES);
      call(() -> (int) FEGETENV.invokeExact(environment));
      return environment.toArray(JAVA_BYTE);
    }
  }

  /** Restores an environment from {@link #floatingPoint}. */
  static void setFloatingPoint(byte[] environment) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocateFrom(JAVA_BYTE, environment);
      call(() -> (int) FESETENV.invokeExact(copy));
    }
  }

  /** Environment variables of native code, each {@code NAME=value}. */
  static List<String> environment() {
    MemorySegment list = ENVIRON.get(ADDRESS, 0).reinterpret(Long.MAX_VALUE);
    var variables = new ArrayList<String>();
    if (list.address() == 0) {
      return variables;
    }
    for (long at = 0; ; at += ADDRESS.byteSize()) {
      MemorySegment variable = list.get(ADDRESS, at);
      if (variable.address() == 0) {
        return variables;
      }
      variables.add(
          variable
              .reinterpret(Long.MAX_VALUE)
              .getString(0, java.nio.charset.StandardCharsets.ISO_8859_1));
    }
  }

  /** Target of each symbolic link; empty for a missing link. */
  static List<String> targets(List<String> links) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(PATH_BYTES);
      return links.stream()
          .map(
              link -> {
                MemorySegment path = arena.allocateFrom(link);
                int length =
                    call(() -> (int) (long) READLINK.invokeExact(path, target, (long) PATH_BYTES));
                return length < 0
                    ? ""
                    : new String(
                        target.asSlice(0, length).toArray(JAVA_BYTE),
                        java.nio.charset.StandardCharsets.UTF_8);
              })
          .toList();
    }
  }

  /** Call that fills a structure for a number and returns 0 on success. */
  @FunctionalInterface
  private interface Query {
    int fill(int number, MemorySegment structure) throws Throwable;
  }

  @FunctionalInterface
  private interface Call {
    int perform() throws Throwable;
  }

  private static List<byte[]> each(int count, int bytes, Query query) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment structure = arena.allocate(bytes);
      var answers = new ArrayList<byte[]>(count);
      for (int i = 0; i < count; i++) {
        int number = i;
        structure.fill((byte) 0);
        int status = call(() -> query.fill(number, structure));
        answers.add(status == 0 ? structure.toArray(JAVA_BYTE) : new byte[0]);
      }
      return answers;
    }
  }

  /** Binds a function of the C library. */
  public static MethodHandle bind(String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LIBRARY.findOrThrow(name), FunctionDescriptor.of(result, arguments));
  }

  private static int call(Call call) {
    try {
      return call.perform();
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }
}
