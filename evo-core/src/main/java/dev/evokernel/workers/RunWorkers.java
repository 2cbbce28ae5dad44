package dev.evokernel.workers;

import module java.base;

import dev.evokernel.space.SearchSpace;

/** Workers of one run: compilers, and the processes that own its devices. */
public interface RunWorkers extends CompileStep, AutoCloseable {

  /** A factory that starts the workers when the run begins. */
  @FunctionalInterface
  interface Start {

    RunWorkers start(Consumer<String> news) throws InterruptedException;
  }

  /** The configurations that can be evaluated. */
  SearchSpace space();

  String compilerVersion();

  int compilerCount();

  /** Devices of one model; at least one. */
  List<? extends RunDevice> devices();

  /** The primary device, which measures the default first. */
  default RunDevice primary() {
    return devices().getFirst();
  }

  /** The sanitizer; empty if the spec disables it or none is installed. */
  default Optional<SanitizerStep> sanitizer() {
    return Optional.empty();
  }

  /**
   * Waits for another device that joins the run. A lost device that returns counts as another
   * device.
   *
   * @return empty, at once, if none can join
   */
  default Optional<RunDevice> awaitDevice() throws InterruptedException {
    return Optional.empty();
  }

  /** Time that a search without devices waits for another device. */
  default Duration patience() {
    return Duration.ZERO;
  }

  @Override
  void close();
}
