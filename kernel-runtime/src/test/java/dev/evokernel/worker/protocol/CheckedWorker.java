package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;

/** Processes for a kernel with a check of its own. */
public final class CheckedWorker implements AutoCloseable {

  private final Kernel kernel;
  private final CompileWorker compiler;
  private final DeviceWorker device;

  public CheckedWorker(String backend, Path file, Path folder) throws InterruptedException {
    kernel = KernelReader.read(file, backend);
    DeviceIdentity identity = Backend.named(backend).devices().getFirst();
    LaunchSpec launch = LaunchSpec.ofThisJvm(folder.resolve("logs"));
    compiler =
        CompileWorker.start(
            launch,
            new CompileJob(file, backend, identity, folder.resolve("cache"), Duration.ofMinutes(1)),
            "compile-1");
    device =
        DeviceWorker.start(
            launch,
            new DeviceJob(
                file,
                backend,
                identity,
                compiler.reference(),
                WorkerFixture.shapes("small", "large"),
                List.of(1L, 2L),
                WorkerFixture.QUICK,
                Duration.ofSeconds(20)));
  }

  /** On which wrong outputs the check is weak. */
  public List<String> weaknesses() {
    return device.weaknesses();
  }

  /** The outcome of a candidate, right or not. */
  public Outcome evaluate(long chunk, String fault) throws InterruptedException {
    Configuration configuration =
        kernel.defaultConfiguration().with("CHUNK", Value.of(chunk)).with("FAULT", Value.of(fault));
    return switch (compiler.compile(configuration)) {
      case Compilation.Compiled(Binary binary) ->
          device.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
      case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
    };
  }

  @Override
  public void close() {
    device.close();
    compiler.close();
  }
}
