package dev.evokernel.workers;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.space.SearchSpace;
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
  default Optional<SanitizerRun> sanitizer() {
    return Optional.empty();
  }

  @Override
  void close();
}
