package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.DeviceWorker;

/** The process of a device for a kernel with a check of its own. */
public final class CheckedWorker implements AutoCloseable {

  private final WorkerFixture fixture;
  private final DeviceWorker device;

  public CheckedWorker(String backend, Path file, Path folder) throws InterruptedException {
    Kernel kernel = KernelReader.read(file, backend);
    fixture = new WorkerFixture(folder, kernel);
    var reference =
        new PreparedReference(
            fixture.compiler().reference(kernel.reference()).map(WorkerFixture::binary),
            folder.resolve("cache"),
            ((Reference.Judge) kernel.reference()).limit());
    device =
        DeviceWorker.start(
            fixture.launch(),
            fixture.deviceJob(
                reference, WorkerFixture.shapes("small", "large"), Duration.ofMinutes(2)));
  }

  /** On which wrong outputs the check is weak. */
  public List<String> weaknesses() {
    return device.weaknesses();
  }

  /** The outcome of a candidate, right or not. */
  public Outcome evaluate(long chunk, String fault) throws InterruptedException {
    Configuration configuration =
        fixture
            .kernel()
            .defaultConfiguration()
            .with("CHUNK", Value.of(chunk))
            .with("FAULT", Value.of(fault));
    Binary binary = fixture.compile(configuration);
    return device.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
  }

  @Override
  public void close() {
    device.close();
  }
}
