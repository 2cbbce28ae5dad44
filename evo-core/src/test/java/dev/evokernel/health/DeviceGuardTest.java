package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.EvaluationStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeviceGuardTest {

  private static final Duration HARD = Duration.ofSeconds(30);
  private static final long DEFAULT = 64;
  private static final long TOOK = Duration.ofMillis(300).toNanos();

  /** After one evaluation of 300 ms. */
  private static final Duration FIRST = Duration.ofMillis(2500);

  private static final Rejected OVERDUE = new Rejected(Rejection.TIMEOUT, "small", "No end.");
  private static final Rejected KILLED = new Rejected(Rejection.CRASH, "small", "SIGKILL.");
  private static final Rejected CRASHED = new Rejected(Rejection.CRASH, "small", "Dead.");

  private final List<String> events = new ArrayList<>();
  private final List<String> news = new ArrayList<>();
  private final List<RecoveryCheck> checks = new ArrayList<>();
  private final List<Duration> slept = new ArrayList<>();
  private final List<Duration> limits = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final Device device = new Device();
  private final Deadline deadline = new Deadline(HARD);
  private final DeviceGuard guard =
      new DeviceGuard(
          device,
          deadline,
          new RecoveryMonitor(
              Saxpy.block(DEFAULT),
              configuration -> Examples.compiled("default"),
              RecoveryMonitor.MARGIN,
              /* sharedCores= */ false,
              time -> {
                slept.add(time);
                nanos.addAndGet(time.toNanos());
              },
              _ -> {}),
          new HardwareLimit(Peaks.UNKNOWN, List.of()),
          nanos::get,
          InstantSource.fixed(Examples.NOW),
          checks::add,
          news::add);

  /** Does what a script says; a rejection loses the process. */
  private final class Device implements EvaluationStep {
    final Deque<Outcome> script = new ArrayDeque<>();
    int started = 1;
    int refusals;
    boolean lost;

    @Override
    public int ready() {
      if (lost) {
        throw new DeviceLostException("Host 'a' was lost.", false, new IllegalStateException());
      }
      if (refusals > 0) {
        refusals--;
        throw new EnvironmentException("No GPU is here.");
      }
      return started;
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) {
      assertThat(request.limit()).isNotEqualTo(EvaluationRequest.NO_LIMIT);
      ready();
      events.add(request.configuration().value("BLOCK") + " in process " + started);
      limits.add(request.limit());
      nanos.addAndGet(TOOK);
      Outcome outcome = script.isEmpty() ? Examples.measured(1000, 100) : script.pop();
      if (outcome instanceof Rejected rejected && rejected.reason() != Rejection.WRONG_RESULT) {
        started++;
        return new Evaluated(outcome, Spent.NOTHING, TOOK, Optional.of(loss(rejected)));
      }
      return new Evaluated(outcome, new Spent(0, 0, TOOK), 0);
    }
  }

  private static Loss loss(Rejected rejected) {
    return rejected.equals(KILLED)
        ? Loss.KILLED
        : rejected.reason() == Rejection.TIMEOUT ? Loss.OVERDUE : Loss.DIED;
  }

  private Evaluated evaluate(long block, Outcome... script) throws InterruptedException {
    device.script.addAll(List.of(script));
    return guard.evaluate(
        EvaluationRequest.of(Saxpy.block(block), new Binary(Path.of("binary"), "digest", 0)));
  }

  @Test
  void evaluate_processThatLives_isNeverCheckedAgain() throws InterruptedException {
    evaluate(DEFAULT);
    evaluate(16);
    evaluate(32, Examples.rejected(Rejection.WRONG_RESULT));
    evaluate(128);
    assertThat(events)
        .containsExactly(
            "64 in process 1", "16 in process 1", "32 in process 1", "128 in process 1");
    assertThat(checks).isEmpty();
  }

  @Test
  void evaluate_crashInAProcessThatHadAnotherCandidate_isTriedAgainAlone()
      throws InterruptedException {
    evaluate(DEFAULT);
    Evaluated second = evaluate(16, CRASHED, Examples.measured(1000, 100));
    assertThat(second.outcome()).isInstanceOf(Outcome.Measured.class);
    assertThat(second.loss()).isEmpty();
    assertThat(events)
        .containsExactly(
            "64 in process 1", "16 in process 1", "64 in process 2", "16 in process 2");
    assertThat(news).singleElement().asString().startsWith("note: Dead. Candidate BLOCK=16");
  }

  @Test
  void evaluate_crashInTwoProcesses_isRejectedWithBothMessages() throws InterruptedException {
    evaluate(DEFAULT);
    var again = new Rejected(Rejection.ILLEGAL_ACCESS, "ragged", "SIGSEGV.");
    Evaluated second = evaluate(16, CRASHED, Examples.measured(1000, 100), again);
    assertThat(second.outcome())
        .isEqualTo(
            new Rejected(Rejection.ILLEGAL_ACCESS, "ragged", "SIGSEGV. Previous attempt: Dead."));
    assertThat(second.lostNanos()).isEqualTo(3 * TOOK);
  }

  @Test
  void evaluate_crashAloneInAFreshProcess_isRejectedAtOnce() throws InterruptedException {
    evaluate(DEFAULT);
    evaluate(16, CRASHED, Examples.measured(1000, 100), CRASHED);
    Evaluated next = evaluate(32, Examples.measured(1000, 100), CRASHED);
    assertThat(next.outcome()).isEqualTo(CRASHED);
    assertThat(events).endsWith("64 in process 3", "32 in process 3");
  }

  @Test
  void evaluate_killedAloneInAFreshProcess_isTriedAgain() throws InterruptedException {
    evaluate(DEFAULT, KILLED);
    assertThat(events).containsExactly("64 in process 1", "64 in process 2");
    evaluate(16, KILLED, Examples.measured(1000, 100), KILLED);
    assertThat(events).endsWith("64 in process 3", "16 in process 3");
    assertThat(evaluate(32).outcome()).isInstanceOf(Outcome.Measured.class);
  }

  @Test
  void evaluate_inAFreshProcess_measuresTheDefaultFirst() throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    evaluate(32, Examples.measured(1030, 103), Examples.measured(500, 50));
    evaluate(128);
    assertThat(events)
        .containsExactly(
            "64 in process 1", "64 in process 2", "32 in process 2", "128 in process 2");
    assertThat(checks).hasSize(1);
    assertThat(checks.getFirst().process()).isEqualTo(2);
    assertThat(checks.getFirst().tries()).isEqualTo(1);
    assertThat(checks.getFirst().ratio()).isBetween(1.02, 1.04);
    assertThat(checks.getFirst().spent()).isEqualTo(Duration.ofNanos(TOOK));
    assertThat(slept).isEmpty();
  }

  @Test
  void prepare_inAFreshProcess_holdsTheRecoveryCheckThatTheEvaluationNeedsNoMore()
      throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    guard.prepare();
    assertThat(checks).hasSize(1);
    evaluate(16);
    assertThat(checks).hasSize(1);
    assertThat(events).containsExactly("64 in process 1", "64 in process 2", "16 in process 2");
  }

  @Test
  void evaluate_inAFreshProcess_doesNotCountTheRecoveryCheckAsItsOwnTime()
      throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    Evaluated next = evaluate(32);
    assertThat(next.spent().total()).isEqualTo(TOOK);
    assertThat(next.lostNanos()).isEqualTo(TOOK);
  }

  @Test
  void evaluate_defaultSlowAtFirst_waitsLongerAndLongerUntilItIsBack() throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    Evaluated next =
        evaluate(
            32,
            Examples.measured(1300, 130),
            CRASHED,
            Examples.measured(1120, 110),
            Examples.measured(1050, 100),
            Examples.measured(500, 50));
    assertThat(next.outcome()).isEqualTo(Examples.measured(500, 50));
    assertThat(slept).containsExactlyElementsOf(RecoveryMonitor.WAITS.subList(1, 4));
    assertThat(checks).extracting(RecoveryCheck::tries).containsExactly(4);
    assertThat(checks).extracting(RecoveryCheck::process).containsExactly(3);
  }

  @Test
  void evaluate_defaultThatStaysSlow_stopsTheRunAndSaysWhatWasExpected()
      throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    device.script.addAll(
        RecoveryMonitor.WAITS.stream().map(_ -> Examples.measured(1300, 130)).toList());
    assertThatThrownBy(() -> evaluate(32))
        .isInstanceOf(ChangedDeviceException.class)
        .hasMessageContaining("1.30 times as long as before")
        .hasMessageContaining("small 1.300 µs instead of 1.000 µs")
        .hasMessageContaining("up to 1.10 times is usual")
        .hasMessageContaining("Resume the run");
    assertThat(slept)
        .containsExactlyElementsOf(RecoveryMonitor.WAITS.subList(1, RecoveryMonitor.WAITS.size()));
    assertThat(events).doesNotContain("32 in process 2");
    assertThat(checks).isEmpty();
  }

  /** A guard of a session that resumes a run, or of a device that shares its cores. */
  private DeviceGuard lenient(boolean resumes) throws InterruptedException {
    var monitor =
        new RecoveryMonitor(
            Saxpy.block(DEFAULT),
            configuration -> Examples.compiled("default"),
            RecoveryMonitor.MARGIN,
            !resumes,
            slept::add,
            news::add);
    monitor.saw(Saxpy.block(DEFAULT), Examples.measured(1000, 100));
    var other =
        new DeviceGuard(
            device,
            deadline,
            monitor,
            new HardwareLimit(Peaks.UNKNOWN, List.of()),
            nanos::get,
            InstantSource.fixed(Examples.NOW),
            checks::add,
            news::add);
    if (!resumes) {
      other.prepare();
      checks.clear();
      device.started++;
    }
    return other;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void prepare_defaultThatStaysSlowAtAResumeOrOnSharedCores_goesOnFromThere(boolean resumes)
      throws InterruptedException {
    deadline.measured(TOOK);
    DeviceGuard other = lenient(resumes);
    Outcome slow = Examples.measured(3000, 300);
    device.script.addAll(List.of(slow, slow));
    other.prepare();
    assertThat(slept).containsExactly(Duration.ofSeconds(1));
    assertThat(checks)
        .extracting(RecoveryCheck::ratio)
        .allMatch(ratio -> Math.abs(ratio - 3) < 1e-9);
    assertThat(deadline.first()).isEqualTo(Duration.ofNanos(3 * 5 * TOOK).plusSeconds(1));
    assertThat(news.getLast())
        .startsWith("warning: In a fresh process the default takes 3.00 times as long as before")
        .contains("The run goes on")
        .doesNotContain("nvidia-smi");

    device.started++;
    device.script.add(slow);
    other.prepare();
    assertThat(checks.getLast().ratio()).isEqualTo(1);
  }

  @Test
  void evaluate_fasterDefault_isNoReasonToStop() throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    evaluate(32, Examples.measured(700, 70));
    assertThat(checks.getFirst().ratio()).isBetween(0.69, 0.71);
  }

  @Test
  void evaluate_defaultMeasuredTwice_isHeldToItsFastest() throws InterruptedException {
    evaluate(DEFAULT, Examples.measured(1300, 130));
    evaluate(DEFAULT, Examples.measured(1000, 100));
    device.started++;
    evaluate(32, Examples.measured(1300, 130), Examples.measured(1000, 100));
    assertThat(checks).extracting(RecoveryCheck::tries).containsExactly(2);
  }

  @Test
  void evaluate_deviceThatDoesNotOpen_isGivenTime() throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    device.refusals = 3;
    evaluate(32);
    assertThat(checks).extracting(RecoveryCheck::tries).containsExactly(3);
    assertThat(slept).containsExactlyElementsOf(RecoveryMonitor.WAITS.subList(1, 3));
  }

  @Test
  void evaluate_deviceThatNeverOpens_saysWhatTheMachineLacks() throws InterruptedException {
    evaluate(DEFAULT);
    device.started++;
    device.refusals = 100;
    assertThatThrownBy(() -> evaluate(32))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("No GPU is here.");
  }

  @Test
  void evaluate_deviceThatIsLost_isNotTriedAgain() throws InterruptedException {
    evaluate(DEFAULT);
    device.lost = true;
    assertThatThrownBy(() -> evaluate(32)).isInstanceOf(DeviceLostException.class);
    assertThat(slept).isEmpty();
  }

  @Test
  void evaluate_firstProcessThatDoesNotOpen_isReportedAtOnce() {
    device.refusals = 1;
    assertThatThrownBy(() -> evaluate(DEFAULT)).isInstanceOf(EnvironmentException.class);
    assertThat(slept).isEmpty();
  }

  @Test
  void evaluate_overdueOnce_isTriedAgainAndMeasured() throws InterruptedException {
    evaluate(DEFAULT);
    Evaluated assessment =
        evaluate(16, OVERDUE, Examples.measured(1000, 100), Examples.measured(500, 50));
    assertThat(assessment.outcome()).isEqualTo(Examples.measured(500, 50));
    assertThat(limits).containsExactly(HARD, FIRST, HARD, FIRST.multipliedBy(2));
    assertThat(assessment.lostNanos()).isEqualTo(2 * TOOK);
  }

  @Test
  void evaluate_overdueTwice_isATimeoutThatNamesBothAttempts() throws InterruptedException {
    evaluate(DEFAULT);
    Evaluated assessment = evaluate(16, OVERDUE, Examples.measured(1000, 100), OVERDUE);
    assertThat(assessment.outcome())
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Rejection.TIMEOUT);
              assertThat(rejected.message()).isEqualTo("No end. Previous attempt: No end.");
            });
    assertThat(events)
        .containsExactly(
            "64 in process 1", "16 in process 1", "64 in process 2", "16 in process 2");
  }

  @Test
  void evaluate_overdueAtTheHardLimit_isNotTriedAgain() throws InterruptedException {
    Evaluated assessment = evaluate(DEFAULT, OVERDUE);
    assertThat(assessment.outcome()).isEqualTo(OVERDUE);
    assertThat(events).hasSize(1);
  }

  @Test
  void evaluate_givenUpAsTooSlowByALivingProcess_isNotTriedAgain() throws InterruptedException {
    evaluate(DEFAULT);
    EvaluationStep living =
        _ -> {
          events.add("too slow");
          return new Evaluated(OVERDUE, new Spent(0, TOOK, 0), 0);
        };
    deadline.measured(TOOK);
    var other =
        new DeviceGuard(
            living,
            deadline,
            new RecoveryMonitor(
                Saxpy.block(DEFAULT),
                configuration -> Examples.compiled("default"),
                RecoveryMonitor.MARGIN,
                /* sharedCores= */ false,
                slept::add,
                _ -> {}),
            new HardwareLimit(Peaks.UNKNOWN, List.of()),
            nanos::get,
            InstantSource.fixed(Examples.NOW),
            checks::add,
            news::add);
    other.evaluate(
        EvaluationRequest.of(Saxpy.block(16), new Binary(Path.of("binary"), "digest", 0)));
    assertThat(events).containsExactly("64 in process 1", "too slow");
  }
}
