package dev.evokernel.workers;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The workers of one run: compilers, and the process that owns the device. */
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

  /** The compiler's version. */
  String compilerVersion();

  /** How many compilations may go on at once. */
  int compilerCount();

  /** The device's peak throughput for the run's kernel; a bound on what a candidate can reach. */
  default Peaks peaks() {
    return Peaks.UNKNOWN;
  }

  /**
   * On which shapes the correctness gate would pass a wrong kernel, and why, one line of text each.
   */
  default List<String> weaknesses() {
    return List.of();
  }

  /** The sanitizer; empty where the spec has it off or none is installed. */
  default Optional<SanitizerRun> sanitizer() {
    return Optional.empty();
  }

  /**
   * Measures the finalists on every shape, interleaved, in a fresh device process, with the run's
   * baselines beside them.
   *
   * @param succession hears of each finalist that fails
   * @param course limits the time of the rounds
   * @return outcomes in the order of entry, those of successors last
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  FinalsResult finals(
      List<Finalist> finalists,
      FinalsSettings settings,
      FinalistSuccession succession,
      FinalsCourse course)
      throws InterruptedException;

  /** What starting a device process takes, with the reference on every shape and input set. */
  default Duration opening() {
    return Duration.ZERO;
  }

  @Override
  void close();
}
