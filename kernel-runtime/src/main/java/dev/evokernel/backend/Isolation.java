package dev.evokernel.backend;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Runs the CPU's candidates in processes apart from the one that judges them. An extension provides
 * it; a worker uses it if the system property {@value #PROPERTY} is {@code true}.
 *
 * <p>Confined to the device's thread.
 */
public interface Isolation {

  /** System property of a worker: {@code true} for isolated candidates. */
  String PROPERTY = "evo.isolate";

  /** Library in a process of its own; closing ends the process. */
  interface Isolated extends AutoCloseable {

    /** Entry point, which takes the arguments of its signature and returns nothing. */
    MethodHandle entry();

    /** Stops all threads of the process until it is resumed or called. */
    void pause();

    /**
     * Lets the process wait for its next call on a core, so that the call's time has no wake-up.
     */
    void resume();

    @Override
    void close();
  }

  /** Isolation of this machine, whether or not this process uses it; empty without an extension. */
  static Optional<Isolation> installed() {
    return ServiceLoader.load(Isolation.class).findFirst();
  }

  /** Isolation that this process uses; empty if candidates run in this process. */
  static Optional<Isolation> ofThisProcess() {
    return OfThisProcess.FOUND;
  }

  /** Isolation of the process, looked up once. */
  final class OfThisProcess {

    private static final Optional<Isolation> FOUND =
        Boolean.getBoolean(PROPERTY) ? installed() : Optional.empty();

    private OfThisProcess() {}
  }

  /**
   * Makes what the processes need, before the device's thread is confined.
   *
   * @throws dev.evokernel.backend.file.EnvironmentException if the machine cannot isolate
   */
  void prepare();

  /** Maps zeroed pages that isolated candidates share; empty if memory is short. */
  Optional<MemorySegment> map(long bytes);

  /** Tells isolated candidates the new protection of pages that they share; ignores others. */
  void protect(MemorySegment pages, int allowed);

  /** Forgets shared pages before they are unmapped; ignores others. */
  void forget(MemorySegment pages);

  /**
   * Loads a library in a new process.
   *
   * @throws RejectionException if the library cannot be loaded, lacks the entry, or ends the
   *     process
   */
  Isolated load(Path library, String entry, FunctionDescriptor signature);
}
