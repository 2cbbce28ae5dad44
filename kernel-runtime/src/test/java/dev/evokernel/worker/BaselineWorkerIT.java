package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Baselines that answer as a script says, and some that do not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BaselineWorkerIT {

  private static final FinalsLoop.Course THREE_SECONDS =
      new FinalsLoop.Course(() -> Duration.ofSeconds(3), _ -> {});

  private Kernel kernel = KernelReader.read(file(), "cpu");
  private LaunchSpec launch;
  private DeviceJob job;
  private DeviceWorker worker;
  private Binary binary;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    WorkerFixture.assumeCompiler();
    var fixture = new WorkerFixture(folder, kernel);
    binary = fixture.compile(kernel.defaultConfiguration());
    job =
        fixture.deviceJob(
            fixture.reference(),
            List.of(kernel.shape("small"), kernel.shape("ragged")),
            Duration.ofSeconds(10));
    launch = fixture.launch();
    worker = DeviceWorker.start(launch, job);
  }

  private static Path file() {
    try {
      return Path.of(
          Objects.requireNonNull(BaselineWorkerIT.class.getResource("/kernels/copy/kernel.yaml"))
              .toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterAll
  void close() {
    if (worker != null) {
      worker.close();
    }
  }

  @Test
  void baseline_thatIsRight_isSampledAsACandidateIs() throws InterruptedException {
    List<BaselineReading> readings = worker.baseline("right");

    assertThat(readings).extracting(BaselineReading::shape).containsExactly("small", "ragged");
    assertThat(readings)
        .allSatisfy(
            reading -> {
              assertThat(reading.isRight()).isTrue();
              assertThat(reading.library()).isEqualTo("scripted 1.0");
              Measurement measured = reading.measurement().orElseThrow();
              assertThat(measured.samples().p50()).isEqualTo(5000);
              assertThat(measured.samples().count()).isGreaterThanOrEqualTo(5);
              assertThat(measured.launchesPerSample()).isBetween(10, 12); // 50 µs a sample
            });
  }

  @Test
  void baseline_thatIsCompiled_isTimedInTheProcess() throws InterruptedException {
    assertThat(worker.baseline("plain"))
        .hasSize(2)
        .allMatch(BaselineReading::isRight)
        .allSatisfy(reading -> assertThat(reading.library()).endsWith(" -O3"));
  }

  @Test
  void baseline_thatComputesSomethingElse_isTimedAndSaysWhere() throws InterruptedException {
    BaselineReading reading = worker.baseline("differs").getFirst();

    assertThat(reading.isRight()).isFalse();
    assertThat(reading.measurement()).isPresent();
    OutputComparison worst = reading.difference().orElseThrow();
    assertThat(worst.argument()).isEqualTo("y");
    assertThat(worst.wrong()).isBetween(90L, 100L);
    assertThat(worst.actual()).isNotEqualTo(worst.expected());
  }

  @Test
  void baseline_thatRefusesOneShape_isMeasuredOnTheOther() throws InterruptedException {
    List<BaselineReading> readings = worker.baseline("refuses");

    assertThat(readings.getFirst().isRight()).isTrue();
    assertThat(readings.getLast().refusal()).isEqualTo("33 is odd");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage   | It answered 'open' with 'Loading 100 %', which is no JSON object",
        "exits     | It ended with status 3 when asked to 'open': no licence",
        "hangs     | It gave no answer to 'open' in 1 s and was killed",
        "newer     | It speaks version 2 of the exchange, and evo speaks 1",
        "elsewhere | It runs on 'Z80', not on",
        "forgets   | It wrote no y.npy",
        "tires     | It answered 'time' with",
        "absent    | 'no-such-program' cannot be started",
        "crashes   | Abort during verification.",
        "broken    | It does not compile: ",
      })
  void baseline_thatFails_isRefusedWithAReason(String name, String reason)
      throws InterruptedException {
    List<BaselineReading> readings = worker.baseline(name);

    assertThat(readings).hasSize(2);
    assertThat(readings.getFirst().refusal()).contains(reason);
    assertThat(readings.getFirst().isRight()).isFalse();
    assertThat(programs(worker)).isEmpty();
  }

  @Test
  void finals_withBaselinesOfAllKinds_measureTheFinalistsAndTheGoodOnes()
      throws InterruptedException {
    var finalist = new Finalist(kernel.defaultConfiguration(), binary);
    // Of the least rounds all count, also where other processes disturb some.
    int all = FinalsSettings.LEAST_ROUNDS;
    var settings =
        new FinalsSettings(all, all, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false);

    FinalsAttempt.Measured result =
        worker.finals(
            new FinalsRequest(
                List.of(finalist, finalist),
                List.of("right", "crashes", "tires", "differs", "plain"),
                settings),
            FinalsLoop.Course.UNLIMITED);

    assertThat(result.outcomes())
        .hasSize(2)
        .hasOnlyElementsOfType(Measured.class)
        .allSatisfy(
            outcome ->
                assertThat(((Measured) outcome).measurements())
                    .hasSize(2)
                    .allMatch(each -> each.samples().count() == all));
    assertThat(result.baselines()).hasSize(10);
    assertThat(result.baselines())
        .filteredOn(BaselineReading::isRight)
        .extracting(BaselineReading::baseline)
        .contains("right", "plain")
        .doesNotContain("crashes", "differs");
    assertThat(result.baselines())
        .filteredOn(one -> one.baseline().equals("right"))
        .allSatisfy(
            one ->
                assertThat(one.measurement().orElseThrow().samples().nanos())
                    .hasSize(all)
                    .containsOnly(5000));
  }

  private static List<ProcessHandle> programs(DeviceWorker worker) {
    return ProcessHandle.of(worker.pid())
        .orElseThrow()
        .descendants()
        .filter(child -> !child.info().command().orElse("").contains("/host-")) // References.
        .toList();
  }

  @Test
  void finals_programsThatStartedAhead_areTakenOverOrEnd() throws InterruptedException {
    DeviceJob ahead = job.startingAhead(List.of("named", "absent", "plain", "right"));
    try (DeviceWorker other = DeviceWorker.start(launch, ahead)) {
      List<ProcessHandle> programs = programs(other);
      assertThat(programs).hasSize(2);

      FinalsAttempt.Measured result =
          other.finals(
              new FinalsRequest(
                  List.of(new Finalist(kernel.defaultConfiguration(), binary)),
                  List.of("named", "absent", "differs"),
                  new FinalsSettings(
                      8, 4, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false)),
              FinalsLoop.Course.UNLIMITED);

      assertThat(result.baselines())
          .filteredOn(one -> one.baseline().equals("named"))
          .hasSize(2)
          .allMatch(BaselineReading::isRight)
          .extracting(BaselineReading::library)
          .isSubsetOf(programs.stream().map(program -> "process " + program.pid()).toList());
      assertThat(result.baselines())
          .filteredOn(one -> one.baseline().equals("absent"))
          .hasSize(2)
          .allMatch(one -> one.refusal().contains("cannot be started"));
      assertThat(result.baselines())
          .filteredOn(one -> one.baseline().equals("differs"))
          .hasSize(2)
          .allMatch(one -> one.library().equals("scripted 1.0"));
      assertThat(programs).noneMatch(ProcessHandle::isAlive);
      assertThat(programs(other)).isEmpty();
    }
  }

  @Test
  void close_programsThatStartedAhead_end() throws InterruptedException {
    List<ProcessHandle> programs;
    try (DeviceWorker other = DeviceWorker.start(launch, job.startingAhead(List.of("sleeps")))) {
      programs = programs(other);
      assertThat(programs).hasSize(1);
    }
    assertThat(programs).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void finals_baselineThatIsNotReadyInTime_isLeftOutAndSaysHowToHaveIt()
      throws InterruptedException {
    FinalsAttempt.Measured result =
        worker.finals(
            new FinalsRequest(
                List.of(new Finalist(kernel.defaultConfiguration(), binary)),
                List.of("right", "sleeps"),
                new FinalsSettings(
                    8, 4, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false)),
            THREE_SECONDS);

    assertThat(result.outcomes()).singleElement().isInstanceOf(Measured.class);
    assertThat(result.baselines())
        .filteredOn(one -> one.baseline().equals("right"))
        .isNotEmpty()
        .allMatch(BaselineReading::isRight);
    assertThat(result.baselines())
        .filteredOn(one -> one.baseline().equals("sleeps"))
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(one.refusal())
                    .startsWith("It gave no answer to 'open' in")
                    .endsWith("was killed. Give the run more wall time."));
  }
}
