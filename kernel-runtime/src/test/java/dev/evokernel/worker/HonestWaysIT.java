package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Examination;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Honest ways to write a kernel, none of which may be taken for a lie. */
@Tag("full")
class HonestWaysIT {

  private static final FinalsSettings FINALS =
      new FinalsSettings(8, 4, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false);

  private final Kernel kernel =
      KernelReader.read(
          Path.of(
              Objects.requireNonNull(HonestWaysIT.class.getResource("/kernels/ways/kernel.yaml"))
                  .getPath()),
          "cpu");

  @Test
  void evaluate_honestWays_areMeasuredAndNoneIsAccused(@TempDir Path folder)
      throws InterruptedException {
    WorkerFixture.assumeCompiler();
    var fixture = new WorkerFixture(folder, kernel);
    DeviceJob job =
        fixture
            .deviceJob(
                fixture.reference(),
                WorkerFixture.shapes("small"),
                SamplingSettings.DEFAULT,
                Duration.ofSeconds(60))
            .with(new Examination(List.of(), true));
    var accused = new ArrayList<String>();
    var finalists = new ArrayList<Finalist>();
    List<Value> ways = kernel.parameters().getFirst().values();
    assertThat(ways).hasSizeGreaterThanOrEqualTo(37);
    try (DeviceWorker worker = DeviceWorker.start(fixture.launch(), job)) {
      for (Value way : ways) {
        Configuration configuration = kernel.defaultConfiguration().with("WAY", way);
        Binary binary = fixture.compile(configuration);
        Outcome outcome = worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
        if (!(outcome instanceof Outcome.Measured)) {
          accused.add(way + ": " + outcome);
        }
        finalists.add(new Finalist(configuration, binary));
      }
      List<Outcome> outcomes = worker.finals(finalists, FINALS);
      for (int i = 0; i < outcomes.size(); i++) {
        if (!(outcomes.get(i) instanceof Outcome.Measured)) {
          accused.add("finals of " + ways.get(i) + ": " + outcomes.get(i));
        }
      }
    }
    assertThat(accused).isEmpty();
  }
}
