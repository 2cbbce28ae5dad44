package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Candidates that are right and leave something behind in the worker's process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeftoversIT {

  private static final Path FILE =
      Path.of(
          Objects.requireNonNull(LeftoversIT.class.getResource("/kernels/leftovers/kernel.yaml"))
              .getPath());

  private final Kernel kernel = KernelReader.read(FILE, "cpu");
  private Path folder = Path.of("");
  private DeviceWorker worker;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    WorkerFixture.assumeCompiler();
    this.folder = folder;
    var reference =
        new PreparedReference(
            compiler().reference(kernel.reference()).map(LeftoversIT::binary),
            folder.resolve("cache"),
            Duration.ZERO);
    worker =
        DeviceWorker.start(
            LaunchSpec.ofThisJvm(folder.resolve("logs")),
            new DeviceJob(
                FILE,
                "cpu",
                WorkerFixture.device(),
                reference,
                WorkerFixture.shapes("small"),
                List.of(1L),
                WorkerFixture.QUICK,
                Duration.ofSeconds(20)));
  }

  @AfterAll
  void close() {
    if (worker != null) {
      worker.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "process, a fork of the worker",
    "daemon, It left behind: process",
    "thread, that still runs",
  })
  void evaluate_rightCandidateThatLeavesSomething_isRejectedAndTheNextGetsAFreshProcess(
      String leaves, String said) throws InterruptedException {
    worker.ready();
    ProcessHandle process = ProcessHandle.of(worker.pid()).orElseThrow();

    Outcome outcome = evaluate(leaves);

    assertThat(outcome).isInstanceOf(Rejected.class);
    Rejected rejected = (Rejected) outcome;
    assertThat(rejected.reason()).as(rejected.message()).isEqualTo(Rejection.LEFT_BEHIND);
    assertThat(rejected.message()).contains(said);
    assertThat(process.isAlive()).isFalse();
    assertThat(evaluate("nothing")).isInstanceOf(Measured.class);
  }

  @Test
  void evaluate_poolOfOpenMp_staysInTheSameProcess() throws InterruptedException {
    assertThat(evaluate("nothing")).isInstanceOf(Measured.class);
    long before = worker.pid();

    for (int i = 0; i < 3; i++) {
      assertThat(evaluate("openmp")).isInstanceOf(Measured.class);
    }

    assertThat(worker.pid()).isEqualTo(before);
  }

  @Test
  void finals_aFinalistThatLeavesSomething_isRejectedAlone() throws InterruptedException {
    var settings =
        new FinalsSettings(8, 4, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false);

    List<Outcome> outcomes =
        worker.finals(
            List.of(finalist("openmp"), finalist("process"), finalist("nothing")), settings);

    assertThat(outcomes.getFirst()).isInstanceOf(Measured.class);
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.LEFT_BEHIND));
    assertThat(outcomes.getLast()).isInstanceOf(Measured.class);
  }

  private Finalist finalist(String leaves) {
    return new Finalist(with(leaves), compiled(leaves));
  }

  private Outcome evaluate(String leaves) throws InterruptedException {
    return worker.evaluate(EvaluationRequest.of(with(leaves), compiled(leaves))).outcome();
  }

  private Configuration with(String leaves) {
    return kernel.defaultConfiguration().with("LEAVES", Value.of(leaves));
  }

  private Binary compiled(String leaves) {
    return binary(compiler().compile(kernel.source(), with(leaves)));
  }

  private Compiler compiler() {
    return Backend.named("cpu")
        .compiler(WorkerFixture.device(), folder.resolve("cache"), Duration.ofSeconds(30));
  }

  private static Binary binary(Compilation compilation) {
    return Optional.of(compilation)
        .map(Compilation.Compiled.class::cast)
        .map(Compilation.Compiled::binary)
        .orElseThrow();
  }
}
