package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;

/** The kernel with a reference command, in worker processes. */
public record RowsWorker(String backend, RowsKernel rows, Path folder, Consumer<String> news) {

  /** The outcome of the default or of a wrong candidate, each in processes of its own. */
  public Outcome evaluate(long scale) throws InterruptedException {
    var fixture = new WorkerFixture(folder, KernelReader.read(rows.file(), backend));
    LaunchSpec launch = fixture.launch().telling(news);
    Configuration configuration =
        fixture.kernel().defaultConfiguration().with("SCALE", Value.of(scale));
    try (CompileWorker compiler =
            CompileWorker.start(launch, fixture.compileJob(Duration.ofMinutes(1)), "compile-1");
        DeviceWorker worker =
            DeviceWorker.start(
                launch,
                fixture.deviceJob(
                    compiler.reference(), WorkerFixture.shapes("small"), Duration.ofSeconds(30)))) {
      return switch (compiler.compile(configuration)) {
        case Compilation.Compiled(Binary binary) ->
            worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
        case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
      };
    }
  }
}
