package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Examination;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lies that the evaluation, the examination or the finals must find, and honest kernels. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LyingKernelsIT {

  private static final FinalsSettings FINALS =
      new FinalsSettings(24, 12, Duration.ofNanos(200_000), Duration.ofSeconds(1), 7, false);

  /** Number of processes that usual finals hold. */
  private static final int PROCESSES = 3;

  private Kernel kernel;
  private WorkerFixture fixture = new WorkerFixture(Path.of(""));
  private DeviceWorker worker;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException, InterruptedException {
    WorkerFixture.assumeCompiler();
    kernel = KernelReader.read(ShippedSources.lying(folder), "cpu");
    fixture = new WorkerFixture(folder, kernel);
    worker =
        DeviceWorker.start(
            fixture.launch(),
            fixture
                .deviceJob(
                    fixture.reference(),
                    WorkerFixture.shapes("small"),
                    SamplingSettings.DEFAULT,
                    Duration.ofSeconds(60))
                .with(new Examination(List.of(), true)));
  }

  @AfterAll
  void close() {
    if (worker != null) {
      worker.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "memo_emptied_by_poison, wrong-result, elements are wrong",
    "remembers_from_the_5th_sight, suspicious, new inputs",
    "remembers_the_first_fifty, suspicious, new inputs",
    "forges_the_digest, not-finite, of 4093 elements are wrong",
    "computes_when_read, not-finite, elements",
  })
  void lie_thatWasNotFoundBefore_isFound(String lie, String reason, String words)
      throws InterruptedException {
    Optional<Rejected> rejected = Optional.empty();
    // Other processes can hide a difference of times once; the finals of a run check several times.
    for (int i = 0; i < PROCESSES && rejected.isEmpty(); i++) {
      rejected = rejected(lie);
    }

    assertThat(rejected).as(lie).isPresent();
    assertThat(rejected.orElseThrow().reason().label()).matches(reason);
    assertThat(rejected.orElseThrow().message()).containsPattern(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"honest_fast", "kept_memory", "borrows_time", "spinning_thread", "rounding_mode"})
  void kernel_thatHarmsNothing_isAccusedNowhere(String name) throws InterruptedException {
    assertThat(rejected(name)).isEmpty();
  }

  @Test
  void weaknesses_sourceThatNamesASanitizer_isTold() {
    assertThat(worker.weaknesses())
        .anyMatch(weakness -> weakness.startsWith("a source mentions '__SANITIZE_ADDRESS__'"));
  }

  /** The first rejection of a candidate; empty if it ends the finals with a measurement. */
  private Optional<Rejected> rejected(String lie) throws InterruptedException {
    Binary binary = compiled(lie);
    Outcome outcome = worker.evaluate(EvaluationRequest.of(with(lie), binary)).outcome();
    if (outcome instanceof Rejected rejected) {
      return Optional.of(rejected);
    }
    Optional<Rejected> examined = worker.examine(with(lie), binary);
    if (examined.isPresent()) {
      return examined;
    }
    List<Outcome> finals =
        worker.finals(
            List.of(
                new Finalist(with("honest_slow"), compiled("honest_slow")),
                new Finalist(with(lie), binary)),
            FINALS);
    assertThat(finals.getFirst()).isInstanceOf(Outcome.Measured.class);
    return finals.getLast() instanceof Rejected rejected ? Optional.of(rejected) : Optional.empty();
  }

  private Configuration with(String lie) {
    return kernel.defaultConfiguration().with("LIE", Value.of(lie));
  }

  private Binary compiled(String lie) {
    return fixture.compile(with(lie));
  }
}
