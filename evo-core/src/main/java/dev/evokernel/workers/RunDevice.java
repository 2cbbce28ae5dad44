package dev.evokernel.workers;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.spec.Host;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsResult;
import java.time.Duration;
import java.util.List;

/** One device of a run. */
public interface RunDevice extends DeviceProcess {

  DeviceIdentity identity();

  /** The host that it belongs to. */
  String host();

  /** How messages name it: its id, with the host where that is not this one. */
  default String name() {
    return host().equals(Host.name()) ? identity().id() : host() + "/" + identity().id();
  }

  DeviceLimits limits();

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

  /** What starting a device process takes, with the reference on every shape and input set. */
  default Duration opening() {
    return Duration.ZERO;
  }

  /**
   * Measures the finalists on every shape, interleaved, in a fresh device process, with the run's
   * baselines beside them in the first one.
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
}
