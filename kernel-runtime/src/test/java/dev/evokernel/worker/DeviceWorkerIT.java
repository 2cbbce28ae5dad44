package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.ProcessTable;
import dev.evokernel.worker.protocol.Reply;
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

/** One worker lives through everything that candidates do to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeviceWorkerIT {

  /** Far away, for all that must not be late on a busy machine. */
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private static final Duration LIMIT_OF_HANGS = Duration.ofSeconds(2);

  private WorkerFixture fixture = new WorkerFixture(Path.of(""));
  private DeviceWorker worker;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    WorkerFixture.assumeCompiler();
    fixture = new WorkerFixture(folder);
    worker = DeviceWorker.start(fixture.launch(), fixture.deviceJob(DEADLINE));
  }

  @AfterAll
  void close() {
    if (worker != null) {
      worker.close();
    }
  }

  @Test
  void evaluate_rightCandidate_measuresEveryShape() throws InterruptedException {
    Outcome outcome = evaluate("none");

    assertThat(outcome).isInstanceOf(Measured.class);
    List<Measurement> measurements = ((Measured) outcome).measurements();
    assertThat(measurements).extracting(Measurement::shape).containsExactly("small", "ragged");
    assertThat(measurements).allMatch(each -> each.samples().count() >= 5);
    assertThat(measurements)
        .flatExtracting(Measurement::accuracy)
        .allMatch(OutputComparison::passed);
  }

  @ParameterizedTest
  @CsvSource({
    "leave, CRASH, The kernel called exit(3) during verification.",
    "tenth, WRONG_RESULT, launch 10",
    "late, WRONG_RESULT, that were timed together",
    "before, OUT_OF_BOUNDS_WRITE, 'y'",
    "after, OUT_OF_BOUNDS_WRITE, 'y'",
    "input, INPUT_MODIFIED, 'x'",
    "nan_once, NOT_FINITE, y[7] is NaN",
    "one_wrong, WRONG_RESULT, y[998]",
    "drifts, NOT_REPEATABLE, seed 1",
    "idle, NOT_FINITE, 1000 of 1000",
  })
  void evaluate_faultyCandidate_isRejectedAndTheNextIsUnaffected(
      String fault, Rejection reason, String said) throws InterruptedException {
    rejectedAndTheNextUnaffected(fault, reason, said);
  }

  /** Each costs a process. */
  @ParameterizedTest
  @CsvSource({
    "far, ILLEGAL_ACCESS, past the end of",
    "aborts, CRASH, assertion of the candidate",
    "divide, CRASH, Arithmetic error (SIGFPE)",
    "misaligned, ILLEGAL_ACCESS, Segfault in fault",
    "deep, ILLEGAL_ACCESS, Segfault",
    "traps, CRASH, Illegal instruction in fault",
  })
  @Tag("full")
  void evaluate_candidateOfAnotherFault_isRejectedAndTheNextIsUnaffected(
      String fault, Rejection reason, String said) throws InterruptedException {
    rejectedAndTheNextUnaffected(fault, reason, said);
  }

  private Evaluated rejectedAndTheNextUnaffected(String fault, Rejection reason, String said)
      throws InterruptedException {
    Evaluated evaluated = evaluated(fault);

    assertThat(evaluated.outcome()).isInstanceOf(Rejected.class);
    Rejected rejected = (Rejected) evaluated.outcome();
    assertThat(rejected.reason()).as(rejected.message()).isEqualTo(reason);
    assertThat(rejected.message()).contains(said);
    assertThat(rejected.shape()).isEqualTo("small");
    assertThat(evaluate("none")).isInstanceOf(Measured.class);
    return evaluated;
  }

  @ParameterizedTest
  @ValueSource(strings = {"segfault", "forks"})
  void evaluate_candidateThatCrashes_costsItsOwnProcessAlone(String fault)
      throws InterruptedException {
    int before = worker.ready();
    long process = worker.pid();

    rejectedAndTheNextUnaffected(fault, Rejection.ILLEGAL_ACCESS, "Segfault");

    assertThat(worker.ready()).as("processes").isEqualTo(before);
    assertThat(worker.pid()).isEqualTo(process);
  }

  @ParameterizedTest
  @CsvSource({
    "hang, TIMEOUT, Timed out after 2 s during verification., OVERDUE",
    "killed, CRASH, (SIGKILL), KILLED",
  })
  void evaluate_processLost_saysHowAndIsGoneWithAllItStarted(
      String fault, Rejection reason, String said, Loss loss) throws InterruptedException {
    int before = worker.ready();
    long process = worker.pid();
    assertThat(ProcessTable.hasMembers(process)).isTrue();

    Evaluated lost = rejectedAndTheNextUnaffected(fault, reason, said);

    assertThat(lost.loss()).hasValue(loss);
    assertThat(lost.spent()).isEqualTo(Spent.NOTHING);
    assertThat(ProcessTable.hasMembers(process)).isFalse();
    assertThat(ProcessTable.hasAny(List.of(process))).isFalse();
    assertThat(worker.ready()).as("processes").isEqualTo(before + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "nameless, LAUNCH_FAILURE, no function 'fault'",
    "unloadable, LAUNCH_FAILURE, It cannot be loaded: cannot allocate memory in static TLS block",
    "greedy, OUT_OF_MEMORY, map"
  })
  void evaluate_binaryThatWillNotLoad_isRejectedWithTheLinkersWords(
      String fault, Rejection reason, String said) throws InterruptedException {
    assertThat(evaluate("none")).isInstanceOf(Measured.class);
    long before = worker.pid();

    Rejected rejected = rejection(fault);

    assertThat(rejected.reason()).as(rejected.message()).isEqualTo(reason);
    assertThat(rejected.message()).contains(said);
    assertThat(rejected.shape()).isEmpty();
    assertThat(worker.pid()).as("the process that tried").isEqualTo(before);
  }

  @Test
  void evaluate_printingCandidate_isMeasured() throws InterruptedException {
    assertThat(evaluate("prints")).isInstanceOf(Measured.class);
  }

  @Test
  void evaluate_done_saysWhatEachStageTook() throws InterruptedException {
    Configuration right = WorkerFixture.with("none");
    Evaluated measured = worker.evaluate(EvaluationRequest.of(right, fixture.compile(right)));

    assertThat(measured.spent().load()).isPositive();
    assertThat(measured.spent().check()).isPositive();
    assertThat(measured.spent().time()).isPositive();
  }

  @Test
  void evaluate_rejectedInTheGate_spentNothingOnTiming() throws InterruptedException {
    assertThat(evaluated("one_wrong").spent())
        .satisfies(spent -> assertThat(spent.check()).isPositive())
        .satisfies(spent -> assertThat(spent.time()).isZero());
  }

  @Test
  void ready_aProcessThatLives_countsNoneMore() throws InterruptedException {
    int first = worker.ready();
    assertThat(evaluate("none")).isInstanceOf(Measured.class);
    assertThat(worker.ready()).isEqualTo(first);
  }

  @Test
  void evaluate_withAShorterLimit_isKilledThen() throws InterruptedException {
    Configuration endless = WorkerFixture.with("hang");

    Outcome outcome =
        worker
            .evaluate(
                EvaluationRequest.of(endless, fixture.compile(endless))
                    .within(Duration.ofMillis(700)))
            .outcome();

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.message()).contains("Timed out after 0.7 s"));
  }

  @Test
  void evaluate_interrupted_killsTheProcessAndTheNextIsUnaffected() throws InterruptedException {
    assertThat(evaluate("none")).isInstanceOf(Measured.class);
    ProcessHandle process = ProcessHandle.of(worker.pid()).orElseThrow();
    Configuration endless = WorkerFixture.with("hang");
    Binary binary = fixture.compile(endless);
    var interrupted = new CountDownLatch(1);
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    worker.evaluate(EvaluationRequest.of(endless, binary));
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                  }
                });
    while (caller.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }

    caller.interrupt();
    interrupted.await();

    assertThat(process.isAlive()).isFalse();
    assertThat(evaluate("none")).isInstanceOf(Measured.class);
  }

  @Test
  void finals_withFinalistsThatFail_measureTheOthers() throws InterruptedException {
    var rounds = new ArrayList<Reply.FinalsProgress>();
    // Of the least rounds all count, also where other processes disturb some.
    int all = FinalsSettings.LEAST_ROUNDS;
    var settings =
        new FinalsSettings(all, all, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false);

    List<Outcome> outcomes =
        worker
            .finals(
                new FinalsRequest(
                    List.of(
                        finalist("none"),
                        finalist("segfault"),
                        finalist("one_wrong"),
                        finalist("none")),
                    List.of(),
                    settings),
                new FinalsLoop.Course(() -> Duration.ofMinutes(5), rounds::add))
            .outcomes();

    assertThat(outcomes).hasSize(4);
    Reply.FinalsProgress last = rounds.getLast();
    assertThat(last.position()).isEqualTo(last.shapes());
    assertThat(last.round()).isEqualTo(last.about());
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Rejection.ILLEGAL_ACCESS);
              assertThat(rejected.message()).startsWith("Segfault in fault during");
            });
    assertThat(outcomes.get(2))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT));
    assertThat(List.of(outcomes.getFirst(), outcomes.get(3)))
        .allSatisfy(
            outcome ->
                assertThat(outcome)
                    .isInstanceOfSatisfying(
                        Measured.class,
                        measured ->
                            assertThat(measured.measurements())
                                .hasSize(2)
                                .allMatch(each -> each.samples().count() == all)));
  }

  private Finalist finalist(String fault) {
    Configuration configuration = WorkerFixture.with(fault);
    return new Finalist(configuration, fixture.compile(configuration));
  }

  private Rejected rejection(String fault) throws InterruptedException {
    return (Rejected) evaluate(fault);
  }

  private Outcome evaluate(String fault) throws InterruptedException {
    return evaluated(fault).outcome();
  }

  private Evaluated evaluated(String fault) throws InterruptedException {
    Configuration configuration = WorkerFixture.with(fault);
    EvaluationRequest request = EvaluationRequest.of(configuration, fixture.compile(configuration));
    return worker.evaluate(fault.equals("hang") ? request.within(LIMIT_OF_HANGS) : request);
  }
}
