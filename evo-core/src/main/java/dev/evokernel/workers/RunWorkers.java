package dev.evokernel.workers;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalsResult;
import java.util.List;
import java.util.Optional;

/** What works for one run: compilers, and the process that owns the device. */
public interface RunWorkers extends CompileStep, DeviceProcess, AutoCloseable {

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

  DeviceLimits limits();

  /** For the record. */
  String compilerVersion();

  /** How many compilations may go on at once. */
  int compilerCount();

  /** The device's peak throughput for the run's kernel; a bound on what a candidate can reach. */
  default Peaks peaks() {
    return Peaks.UNKNOWN;
  }

  /** For people: on which shapes the correctness gate would let a wrong kernel pass, and why. */
  default List<String> weaknesses() {
    return List.of();
  }

  /** The sanitizer for finalists, where the run asks for it. */
  default Optional<SanitizerRun> sanitizer() {
    return Optional.empty();
  }

  /**
   * Measures the finalists against each other on every shape, untouched by what any candidate left
   * behind, with the run's baselines beside them.
   *
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  FinalsResult finals(List<Finalist> finalists, FinalsSettings settings)
      throws InterruptedException;

  @Override
  void close();
}
