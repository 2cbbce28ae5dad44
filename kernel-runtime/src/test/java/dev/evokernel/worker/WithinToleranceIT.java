package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kernel whose launches may differ within tolerance. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WithinToleranceIT {

  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private WorkerFixture fixture = new WorkerFixture(Path.of(""));
  private DeviceWorker worker;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException, IOException {
    WorkerFixture.assumeCompiler();
    Path kernel = Files.createDirectories(folder.resolve("kernel"));
    try (Stream<Path> files = Files.list(FaultKernel.file().getParent())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, kernel.resolve(file.getFileName()));
      }
    }
    Path yaml = kernel.resolve("kernel.yaml");
    Files.writeString(
        yaml, Files.readString(yaml).replace("\nwork:", "\nrepeatable: within-tolerance\nwork:"));
    fixture = new WorkerFixture(folder, KernelReader.read(yaml, "cpu"));
    worker = DeviceWorker.start(fixture.launch(), fixture.deviceJob(DEADLINE));
  }

  @AfterAll
  void close() {
    if (worker != null) {
      worker.close();
    }
  }

  private Outcome evaluate(String fault) throws InterruptedException {
    Configuration configuration = WorkerFixture.with(fault);
    Binary binary = fixture.compile(configuration);
    return worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
  }

  @Test
  void evaluate_launchesThatDifferInTheLastBit_areMeasured() throws InterruptedException {
    assertThat(evaluate("drifts")).isInstanceOf(Measured.class);
    assertThat(evaluate("none")).isInstanceOf(Measured.class);
  }

  @Test
  void examine_launchesThatDifferInTheLastBit_pass() throws InterruptedException {
    Configuration configuration = WorkerFixture.with("drifts");
    assertThat(worker.examine(configuration, fixture.compile(configuration))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tenth, WRONG_RESULT",
    "late, WRONG_RESULT",
    "one_wrong, WRONG_RESULT",
    "after, OUT_OF_BOUNDS_WRITE",
    "idle, NOT_FINITE",
  })
  void evaluate_wrongLaunch_isRejectedAsEver(String fault, Rejection reason)
      throws InterruptedException {
    assertThat(evaluate(fault))
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(reason));
  }

  @Test
  void weaknesses_sayWhatPasses() {
    assertThat(worker.weaknesses())
        .first()
        .asString()
        .contains("repeatable: within-tolerance", "races within tolerance pass");
  }
}
