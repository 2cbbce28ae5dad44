package dev.evokernel.backend.file;

import module java.base;

/**
 * The process group that a worker leads. An interrupt typed at the terminal reaches the coordinator
 * alone, and all descendants of the worker can be killed even if their parent has ended.
 */
public final class ProcessGroup {

  private static final int SIGKILL = 9;
  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;

  private static final MethodHandle SETPGID = function("setpgid");
  private static final MethodHandle KILL = function("kill");

  private ProcessGroup() {}

  /** Makes the calling process the leader of a new group. */
  public static void lead() {
    call(SETPGID, 0, 0);
  }

  public static void kill(long leader) {
    call(KILL, Math.toIntExact(-leader), SIGKILL);
  }

  /**
   * Kills one process. {@link Process#destroyForcibly} would also close its pipes and lose its last
   * output.
   */
  public static void killMember(Process process) {
    process.toHandle().destroyForcibly();
  }

  /** Stops all threads of one process (SIGSTOP). */
  public static void halt(long member) {
    call(KILL, Math.toIntExact(member), SIGSTOP);
  }

  /** Continues a stopped process (SIGCONT). */
  static void resume(long member) {
    call(KILL, Math.toIntExact(member), SIGCONT);
  }

  private static MethodHandle function(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  private static void call(MethodHandle function, int first, int second) {
    try {
      int ignored = (int) function.invokeExact(first, second);
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }
}
