package dev.evokernel.worker;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A worker leads a process group of its own: an interrupt typed at the terminal reaches the
 * coordinator alone, and whatever the worker started can be killed even when its parent is gone.
 */
final class ProcessGroup {

  private static final int SIGKILL = 9;

  private ProcessGroup() {}

  /** Makes the calling process the leader of a new group. */
  static void lead() {
    call("setpgid", 0, 0);
  }

  /** Kills every member; nothing happens when there is none. */
  static void kill(long leader) {
    call("kill", Math.toIntExact(-leader), SIGKILL);
  }

  private static void call(String name, int first, int second) {
    Linker linker = Linker.nativeLinker();
    MethodHandle function =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(name),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int ignored = (int) function.invokeExact(first, second);
    } catch (Throwable e) {
      throw new IllegalStateException("A call of " + name + " failed in the linker.", e);
    }
  }
}
