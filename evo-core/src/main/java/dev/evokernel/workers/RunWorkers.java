package dev.evokernel.workers;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.space.SearchSpace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The workers of one run: compilers, and the processes that own its devices. */
public interface RunWorkers extends CompileStep, AutoCloseable {

  /** Starts the workers when the run begins. */
  @FunctionalInterface
  interface Start {

    /**
     * @throws EnvironmentException if the machine lacks something
     */
    RunWorkers start() throws InterruptedException;
  }

  /** The configurations that can be evaluated. */
  SearchSpace space();

  /** The compiler's version. */
  String compilerVersion();

  /** How many compilations may go on at once. */
  int compilerCount();

  /** The devices, of one model; at least one. */
  List<? extends RunDevice> devices();

  /** The device that stands for all of them: the default is measured there first. */
  default RunDevice primary() {
    return devices().getFirst();
  }

  /** The sanitizer; empty where the spec has it off or none is installed. */
  default Optional<SanitizerStep> sanitizer() {
    return Optional.empty();
  }

  /**
   * Waits for another device that joins the run while it goes on. A device that was lost and comes
   * back is another one.
   *
   * @return empty, at once, if none ever will
   */
  default Optional<RunDevice> awaitDevice() throws InterruptedException {
    return Optional.empty();
  }

  /** How long a search whose last device was lost waits for another one. */
  default Duration patience() {
    return Duration.ZERO;
  }

  /** What of a run needs no evaluation. */
  @FunctionalInterface
  interface OnRecord {

    /**
     * @param shapes by name; none for all
     */
    boolean has(Configuration configuration, List<String> shapes);
  }

  /** Tells what is on record: results of it that are kept elsewhere are not needed any more. */
  default void recorded(OnRecord record) {}

  @Override
  void close();
}
