package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;

/** The process of a device for a kernel with a check of its own. */
public final class CheckedWorker implements AutoCloseable {

  private final Kernel kernel;
  private final Compiler compiler;
  private final DeviceWorker device;

  public CheckedWorker(String backend, Path file, Path folder) throws InterruptedException {
    kernel = KernelReader.read(file, backend);
    DeviceIdentity identity = Backend.ofThisProcess(backend).devices().getFirst();
    Path cache = folder.resolve("cache");
    compiler = Backend.ofThisProcess(backend).compiler(identity, cache, Duration.ofMinutes(1));
    device =
        DeviceWorker.start(
            LaunchSpec.ofThisJvm(folder.resolve("logs")),
            new DeviceJob(
                file,
                backend,
                identity,
                new PreparedReference(
                    compiler.reference(kernel.reference()).map(WorkerFixture::binary),
                    cache,
                    ((Reference.Judge) kernel.reference()).limit()),
                WorkerFixture.shapes("small", "large"),
                List.of(1L, 2L),
                WorkerFixture.QUICK,
                Duration.ofMinutes(2)));
  }

  /** On which wrong outputs the check is weak. */
  public List<String> weaknesses() {
    return device.weaknesses();
  }

  /** The outcome of a candidate, right or not. */
  public Outcome evaluate(long chunk, String fault) throws InterruptedException {
    Configuration configuration =
        kernel.defaultConfiguration().with("CHUNK", Value.of(chunk)).with("FAULT", Value.of(fault));
    Binary binary = WorkerFixture.binary(compiler.compile(kernel.source(), configuration));
    return device.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
  }

  @Override
  public void close() {
    device.close();
  }
}
