package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.spec.Host;
import dev.evokernel.worker.FinalsLoop;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Reply;

/** A device of a run. */
public interface RunDevice extends EvaluationStep, FinalsLoop.Device {

  DeviceIdentity identity();

  String host();

  /** The device's name in messages: its id, with the host if it is remote. */
  default String name() {
    return host().equals(Host.name()) ? identity().id() : host() + "/" + identity().id();
  }

  DeviceLimits limits();

  /** The device's peak throughput for the run's kernel, the upper bound of a candidate's. */
  default Peaks peaks() {
    return Peaks.UNKNOWN;
  }

  /** Weaknesses of the correctness gate, one line for each shape and cause. */
  default List<String> weaknesses() {
    return List.of();
  }

  /** The start time of a device process, with the reference on every shape and input set. */
  default Duration opening() {
    return Duration.ZERO;
  }

  /** Whether {@link #openAhead} opens processes. */
  default boolean opensAhead() {
    return false;
  }

  /** Opens processes of the finals together, and returns how many are open. */
  default int openAhead(int count) throws InterruptedException {
    return 0;
  }

  /** Measures the finalists in a fresh device process, opened ahead or now. */
  @Override
  FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress)
      throws InterruptedException;
}
