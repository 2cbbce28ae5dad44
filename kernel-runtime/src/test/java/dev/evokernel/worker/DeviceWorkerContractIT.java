package dev.evokernel.worker;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.WorkerContract;
import dev.evokernel.worker.protocol.WorkerFixture;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

class DeviceWorkerContractIT extends WorkerContract<DeviceWorker> {

  private final Configuration right = WorkerFixture.with("none");
  private @Nullable Binary binary;

  @Override
  public DeviceWorker start(LaunchSpec launch, Duration limit) throws InterruptedException {
    binary = new WorkerFixture(folder()).compile(right);
    return DeviceWorker.start(launch, new WorkerFixture(folder()).deviceJob(limit));
  }

  @Override
  public long pid(DeviceWorker worker) {
    return worker.pid();
  }

  @Override
  public boolean call(DeviceWorker worker) throws InterruptedException {
    return switch (worker
        .evaluate(EvaluationRequest.of(right, Objects.requireNonNull(binary)))
        .outcome()) {
      case Outcome.Measured _ -> true;
      case Outcome.Rejected rejected when rejected.reason() == Rejection.TIMEOUT -> false;
      case Outcome.Rejected rejected -> throw new AssertionError(rejected.toString());
    };
  }

  @Override
  public boolean repeatsCalls() {
    return false;
  }
}
