package dev.evokernel.workers;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.spec.Host;
import dev.evokernel.worker.FinalsLoop;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A device of a run. */
public interface RunDevice extends EvaluationStep, FinalsLoop.Device {

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

  /** Shapes on which the correctness gate would pass a wrong kernel, and why, one line each. */
  default List<String> weaknesses() {
    return List.of();
  }

  /** What starting a device process takes, with the reference on every shape and input set. */
  default Duration opening() {
    return Duration.ZERO;
  }

  /** Measures the finalists in a fresh device process. */
  @Override
  FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress)
      throws InterruptedException;
}
