package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;

/** The kernel with a reference command, in worker processes. */
public record RowsWorker(String backend, RowsKernel rows, Path folder, Consumer<String> news) {

  /** The outcome of the default or of a wrong candidate, each in processes of its own. */
  public Outcome evaluate(long scale) throws InterruptedException {
    DeviceIdentity device = Backend.ofThisProcess(backend).devices().getFirst();
    LaunchSpec launch = LaunchSpec.ofThisJvm(folder.resolve("logs")).telling(news);
    var job =
        new CompileJob(
            rows.file(), backend, device, folder.resolve("cache"), Duration.ofMinutes(1));
    try (CompileWorker compiler = CompileWorker.start(launch, job, "compile-1");
        DeviceWorker worker =
            DeviceWorker.start(
                launch,
                new DeviceJob(
                    rows.file(),
                    backend,
                    device,
                    compiler.reference(),
                    WorkerFixture.shapes("small"),
                    List.of(1L, 2L),
                    SamplingSettings.DEFAULT,
                    Duration.ofSeconds(30)))) {
      Configuration configuration =
          KernelReader.read(rows.file(), backend)
              .defaultConfiguration()
              .with("SCALE", Value.of(scale));
      return switch (compiler.compile(configuration)) {
        case Compilation.Compiled(Binary binary) ->
            worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
        case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
      };
    }
  }
}
