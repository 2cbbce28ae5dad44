package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunClock.Stopwatch;
import dev.evokernel.workers.RunClock.Timesheet;
import org.junit.jupiter.api.Test;

class DriftMonitorTest {

  private static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();
  private static final double USUAL = 1000;

  private final AtomicLong nanos = new AtomicLong();
  private final List<DriftCheck> checks = new ArrayList<>();
  private final List<Suspect> suspects = new ArrayList<>();
  private final List<Candidate> known = new ArrayList<>();
  private final List<Configuration> measured = new ArrayList<>();

  /** How fast the device is: 1 as at first, 1.1 if everything takes a tenth longer. */
  private double pace = 1;

  private boolean timeLeft = true;
  private Optional<Outcome> defaultFails = Optional.empty();

  /** What happens to the pace each time that something was measured. */
  private Runnable afterEach = () -> {};

  private DriftMonitor watch(int every) {
    return watch(every, FlaggedCandidates.NONE);
  }

  private DriftMonitor watch(int every, FlaggedCandidates seen) {
    EvaluationStep device =
        request -> {
          Configuration configuration = request.configuration();
          measured.add(configuration);
          boolean theDefault = configuration.equals(DEFAULT);
          if (theDefault && defaultFails.isPresent()) {
            return Examples.assessed(defaultFails.get());
          }
          double time = pace * USUAL * (theDefault ? 1 : share(configuration));
          afterEach.run();
          return Examples.assessed(Examples.measured(time, time));
        };
    var time =
        new RunClock(
            nanos::get,
            InstantSource.fixed(Examples.NOW.plusSeconds(60)),
            new Stopwatch(nanos::get, 0),
            new Timesheet(TimeBudget.NONE));
    return new DriftMonitor(
        new DriftSettings(every, OptionalDouble.of(0.03), OptionalDouble.empty()),
        Objective.DEFAULT,
        DEFAULT,
        new DriftMonitor.Means(
            0, device, configuration -> Examples.compiled("any"), time, () -> timeLeft),
        known,
        seen,
        (check, some) -> {
          checks.add(check);
          suspects.clear();
          suspects.addAll(some);
        },
        _ -> {});
  }

  /** A candidate takes its block's hundredth of the default's time. */
  private static double share(Configuration configuration) {
    return ((Number) configuration.value("BLOCK").plain()).doubleValue() / 100;
  }

  private Candidate candidate(int number, Configuration configuration, double objective) {
    var evaluation =
        Examples.ended(
            Examples.measured(USUAL * objective, USUAL * objective),
            OptionalDouble.of(objective),
            "digest " + number,
            1,
            1,
            Examples.NOW.plusSeconds(number));
    return new Candidate(
        "run", new Proposal(number, 0, "random", configuration), 1, Optional.of(evaluation));
  }

  private void evaluate(
      DriftMonitor watch, int number, Configuration configuration, double objective)
      throws InterruptedException {
    watch.evaluated(candidate(number, configuration, objective));
    watch.checkIfDue();
  }

  private DriftMonitor underWay(int every) throws InterruptedException {
    DriftMonitor watch = watch(every);
    evaluate(watch, 1, DEFAULT, 1);
    return watch;
  }

  @Test
  void checkIfDue_beforeItsTime_measuresNothing() throws InterruptedException {
    DriftMonitor watch = underWay(3);
    evaluate(watch, 2, Saxpy.block(32), 0.32);
    assertThat(measured).isEmpty();
    assertThat(checks).isEmpty();
  }

  @Test
  void checkIfDue_steadyDevice_suspectsNoCandidate() throws InterruptedException {
    DriftMonitor watch = underWay(2);
    pace = 1.02;
    evaluate(watch, 2, Saxpy.block(32), 0.32);
    assertThat(checks).singleElement().satisfies(check -> assertThat(check.sound()).isTrue());
    assertThat(checks.getFirst().ratio()).isBetween(1.01, 1.03);
    assertThat(suspects).isEmpty();
    assertThat(measured).containsOnly(DEFAULT);
    assertThat(watch.level()).isEmpty();
  }

  @Test
  void checkIfDue_deviceThatStaysElsewhere_measuresTheWindowAgainAtTheNewLevel()
      throws InterruptedException {
    DriftMonitor watch = underWay(3);
    pace = 1.5;
    evaluate(watch, 2, Saxpy.block(32), 0.4);
    evaluate(watch, 3, Saxpy.block(16), 0.6);
    assertThat(checks).singleElement().satisfies(check -> assertThat(check.sound()).isFalse());
    assertThat(suspects).hasSize(2).allMatch(Suspect::settled);
    assertThat(suspects.get(0).objective().orElseThrow()).isBetween(0.319, 0.321);
    assertThat(suspects.get(1).objective().orElseThrow()).isBetween(0.159, 0.161);
    assertThat(
            Objective.DEFAULT
                .first(Examples.measured(1500, 1500), watch.level().orElseThrow())
                .orElseThrow())
        .isBetween(0.999, 1.001);
  }

  @Test
  void checkIfDue_candidatesThatNoDriftExplains_areNotSuspect() throws InterruptedException {
    DriftMonitor watch = underWay(4);
    pace = 1.2;
    evaluate(watch, 2, Saxpy.block(32), 0.4);
    evaluate(watch, 3, Saxpy.block(16), 0.52); // 0.4, a tenth more, and 1.2 times that is 0.528.
    evaluate(watch, 4, Saxpy.block(128), 0.54);
    assertThat(suspects).extracting(Suspect::candidate).containsExactlyInAnyOrder(2, 3);
    assertThat(measured).doesNotContain(Saxpy.block(128));
  }

  @Test
  void checkIfDue_fasterDevice_isDriftAsWell() throws InterruptedException {
    DriftMonitor watch = underWay(2);
    pace = 0.9;
    evaluate(watch, 2, Saxpy.block(32), 0.3);
    assertThat(checks.getFirst().sound()).isFalse();
    assertThat(suspects).singleElement().matches(Suspect::settled);
  }

  @Test
  void checkIfDue_unsteadyDevice_leavesTheWindowSuspectUntilItIsSteady()
      throws InterruptedException {
    DriftMonitor watch = underWay(2);
    pace = 1.2;
    afterEach = () -> pace *= 1.06;
    evaluate(watch, 2, Saxpy.block(32), 0.4);
    assertThat(suspects).containsExactly(Suspect.open(2, Examples.NOW.plusSeconds(60)));

    pace = 1;
    afterEach = () -> {};
    evaluate(watch, 3, Saxpy.block(16), 0.42);
    evaluate(watch, 4, Saxpy.block(128), 0.5);
    assertThat(checks).extracting(DriftCheck::sound).containsExactly(false, true);
    assertThat(suspects).hasSize(3).allMatch(Suspect::settled);
    assertThat(suspects).extracting(Suspect::candidate).containsExactlyInAnyOrder(2, 3, 4);
  }

  @Test
  void checkIfDue_deviceThatMovesDuringTheSecondMeasurement_keepsTheSuspects()
      throws InterruptedException {
    DriftMonitor watch = underWay(2);
    pace = 1.5;
    afterEach =
        () -> {
          if (!measured.getLast().equals(DEFAULT)) {
            pace = 1;
          }
        };
    evaluate(watch, 2, Saxpy.block(32), 0.4);
    assertThat(measured).contains(Saxpy.block(32));
    assertThat(suspects).singleElement().matches(suspect -> !suspect.settled());
  }

  @Test
  void finish_withoutTime_measuresTheBestAgainAllTheSame() throws InterruptedException {
    DriftMonitor watch = underWay(2);
    pace = 1.5;
    timeLeft = false;
    evaluate(watch, 2, Saxpy.block(32), 0.4);
    assertThat(suspects).singleElement().matches(suspect -> !suspect.settled());
    watch.finish(6);
    assertThat(suspects).singleElement().matches(Suspect::settled);
  }

  @Test
  void finish_ofARunWithoutADriftCheck_measuresNothing() throws InterruptedException {
    DriftMonitor watch = underWay(100);
    evaluate(watch, 2, Saxpy.block(32), 0.4);
    watch.finish(6);
    assertThat(measured).isEmpty();
  }

  @Test
  void new_resumed_knowsTheSuspectsAndTheWindow() throws InterruptedException {
    known.add(candidate(1, DEFAULT, 1));
    known.add(candidate(2, Saxpy.block(32), 0.4));
    known.add(candidate(3, Saxpy.block(16), 0.45));
    var at = Examples.NOW.plusSeconds(2);
    var before = new DriftCheck(0, 2, at, 1.3, false, java.time.Duration.ZERO);
    DriftMonitor watch =
        watch(2, new FlaggedCandidates(List.of(), List.of(before), List.of(Suspect.open(2, at))));
    evaluate(watch, 4, Saxpy.block(128), 0.57);
    assertThat(checks).singleElement().matches(DriftCheck::sound);
    assertThat(suspects).extracting(Suspect::candidate).containsExactlyInAnyOrder(2, 3, 4);
    assertThat(suspects).allMatch(Suspect::settled);
  }

  @Test
  void checkIfDue_defaultThatFails_stopsTheRun() throws InterruptedException {
    DriftMonitor watch = underWay(2);
    defaultFails = Optional.of(Examples.rejected(Rejection.WRONG_RESULT));
    assertThatThrownBy(() -> evaluate(watch, 2, Saxpy.block(32), 0.4))
        .isInstanceOf(ChangedDeviceException.class)
        .hasMessageContaining("wrong-result");
  }

  @Test
  void recovered_defaultThatBecameFaster_holdsTheCheckAtOnce() throws InterruptedException {
    known.add(candidate(1, DEFAULT, 1));
    known.add(candidate(2, Saxpy.block(32), 0.4));
    DriftMonitor watch = watch(100);
    pace = 0.5;
    watch.recovered(0.5);
    watch.checkIfDue();
    assertThat(checks).singleElement().matches(check -> !check.sound());
    assertThat(suspects).singleElement().matches(Suspect::settled);
    assertThat(watch.level()).isPresent();
  }

  @Test
  void recovered_withinTheMargin_holdsNoCheck() throws InterruptedException {
    DriftMonitor watch = underWay(100);
    watch.recovered(0.98);
    watch.recovered(1.02);
    watch.checkIfDue();
    assertThat(checks).isEmpty();
  }
}
