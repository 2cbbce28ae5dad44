package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalsResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Those who work for one run: who compiles, and who owns the device. */
public interface RunWorkers extends AutoCloseable {

  /** Puts a team together, when the run begins. */
  @FunctionalInterface
  interface Start {

    /**
     * @throws EnvironmentException if the machine lacks something
     */
    RunWorkers start() throws InterruptedException;
  }

  /** The configurations that it can be asked about. */
  SearchSpace space();

  DeviceLimits limits();

  /** For the record. */
  String compilerVersion();

  /** How many compilations may go on at once. */
  int compilerCount();

  /**
   * Compiles one configuration; several threads may ask at once.
   *
   * @throws EnvironmentException if the machine is at fault, not the configuration
   */
  Compilation compile(Configuration configuration) throws InterruptedException;

  /**
   * Checks one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Assessment evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException;

  /** What the device can do at the most for the run's kernel. */
  default Peaks peaks() {
    return Peaks.UNKNOWN;
  }

  /** Why the gate says little on a shape, where it does; for people. */
  default List<String> weaknesses() {
    return List.of();
  }

  /** What watches finalists, where the run asks for it. */
  default Optional<SanitizerRun> sanitizer() {
    return Optional.empty();
  }

  /** The process that candidates take down, where there is one; a recording has none. */
  default Optional<DeviceProcess> process() {
    return Optional.empty();
  }

  /**
   * Measures the entrants against each other on every shape, untouched by what any candidate left
   * behind, with the run's baselines beside them.
   *
   * @throws EnvironmentException if the machine is at fault, not an entrant
   */
  FinalsResult finals(List<Finalist> entrants, FinalsSettings settings) throws InterruptedException;

  @Override
  void close();
}
