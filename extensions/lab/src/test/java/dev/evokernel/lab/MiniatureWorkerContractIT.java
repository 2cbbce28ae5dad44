package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.lab.Microbench.MiniatureWorker;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.JobTarget;
import dev.evokernel.worker.protocol.MiniatureJob;
import dev.evokernel.worker.protocol.WorkerContract;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** On the miniature of the repository's matrix product, with one thread. */
@Tag("full")
class MiniatureWorkerContractIT extends WorkerContract<MiniatureWorker> {

  private static final Path FILE = Path.of("../../kernels/gemm/kernel.yaml").toAbsolutePath();

  private final Kernel kernel = KernelReader.read(FILE, "cpu");
  private final Configuration configuration =
      kernel.defaultConfiguration().with("THREADS", Value.of(1));
  private @Nullable Binary binary;

  @Override
  public MiniatureWorker start(LaunchSpec launch, Duration limit) throws InterruptedException {
    binary = binary();
    return MiniatureWorker.start(
        launch, new MiniatureJob(new JobTarget(FILE, "cpu", WorkerFixture.device()), limit));
  }

  @Override
  public long pid(MiniatureWorker worker) {
    return worker.pid();
  }

  @Override
  public boolean call(MiniatureWorker worker) throws InterruptedException {
    return switch (worker.attempt(
        kernel.defaultConfiguration(), Objects.requireNonNull(binary), 3)) {
      case MiniatureOutcome.Timed _ -> true;
      case MiniatureOutcome.Refused(var rejection) when rejection.reason() == Rejection.TIMEOUT ->
          false;
      case MiniatureOutcome.Refused(var rejection) -> throw new AssertionError(rejection);
    };
  }

  private Binary binary() {
    Compilation compilation =
        Backend.named("cpu")
            .compiler(WorkerFixture.device(), folder().resolve("cache"), Duration.ofSeconds(30))
            .compile(kernel.inSmall().source(), configuration);
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
    };
  }

  @Override
  public boolean repeatsCalls() {
    return true;
  }
}
