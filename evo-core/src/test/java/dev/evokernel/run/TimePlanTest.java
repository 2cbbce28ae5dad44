package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.store.Budget;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunHistory;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.workers.RunClock.Stopwatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the search pauses, how long the processes of the finals may take, and when it ends. */
final class TimePlanTest extends PipelineFixture {

  private static final Duration OPENING = Duration.ofSeconds(2);
  private static final Duration SANITIZING = Duration.ofSeconds(3);

  /** Two seconds to open, five evaluations of a second, and one second. */
  private static final Duration PROCESS = Duration.ofSeconds(8);

  private static final int CANDIDATES = 24;
  private static final Duration CLOSING = Duration.ofMillis(1500).plusNanos(CANDIDATES * 200_000L);

  private int processes = 5;
  private boolean isReplay;
  private boolean isOnCores;

  @Override
  public RunSpec spec() {
    RunSpec usual = super.spec();
    return Altered.of(
        usual,
        "backend",
        new QuietBackend(isOnCores),
        "isReplay",
        isReplay,
        "acceptance",
        new Acceptance(AcceptanceRule.DEFAULT, List.of(), 60, processes));
  }

  private void wall(Duration wall) {
    budget = new Budget(wall, Budget.UNLIMITED);
  }

  private TimePlan plan() {
    return new TimePlan(spec(), new Stopwatch(nanos::get, 0), OPENING, SANITIZING);
  }

  private static Evaluated evaluated(Duration spent) {
    return new Evaluated(
        Examples.measured(20e6, 4e6), new Spent(100_000_000, spent.toNanos() - 100_000_000, 0), 0);
  }

  /** The plan of a run whose default was measured, in a second, and enough candidates. */
  private TimePlan informed() {
    return informed(CANDIDATES);
  }

  private TimePlan informed(int candidates) {
    TimePlan plan = plan();
    plan.evaluated(kernel.defaultConfiguration(), evaluated(Duration.ofSeconds(1)));
    plan.evaluated(Saxpy.block(16), evaluated(Duration.ofSeconds(1)));
    IntStream.range(0, candidates).forEach(_ -> plan.recorded());
    return plan;
  }

  /** The points of time of the processes that pause the search of a run. */
  private static List<Duration> pauses(TimePlan plan, Duration wall) {
    var pauses = new ArrayList<Duration>();
    for (Duration due = plan.untilProcess(); due.compareTo(wall) < 0; due = plan.untilProcess()) {
      pauses.add(due);
      plan.pass();
    }
    return pauses;
  }

  @Test
  void ofSearch_onlyTheDefaultWasMeasured_keepsNothingForProcesses() {
    TimePlan plan = plan();
    plan.evaluated(kernel.defaultConfiguration(), evaluated(Duration.ofSeconds(1)));
    nanos.addAndGet(Duration.ofSeconds(90).toNanos());
    assertThat(plan.ofSearch()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    plan.evaluated(Saxpy.block(16), evaluated(Duration.ofSeconds(1)));
    assertThat(plan.ofSearch()).isNegative();
  }

  @Test
  void untilProcess_beforeTheDefaultWasMeasured_isMoreThanIsLeft() {
    TimePlan plan = plan();
    nanos.addAndGet(Duration.ofSeconds(99).toNanos());
    assertThat(plan.untilProcess()).isGreaterThan(plan.ofAll());
    plan.evaluated(Saxpy.block(16), evaluated(Duration.ofSeconds(1)));
    assertThat(plan.untilProcess()).isGreaterThan(plan.ofAll());
    plan.evaluated(kernel.defaultConfiguration(), evaluated(Duration.ofSeconds(1)));
    assertThat(plan.untilProcess()).isNegative();
  }

  @Test
  void untilProcess_ofAShortRun_isAFifthAndThreeTenthsOfItsWallTime() {
    assertThat(pauses(informed(), budget.wall()))
        .containsExactly(Duration.ofSeconds(20), Duration.ofSeconds(30));
  }

  @Test
  void untilProcess_fewCandidates_waitsForMoreUpToALimit() {
    TimePlan plan = informed(CANDIDATES - 1);
    assertThat(plan.untilProcess()).isEqualTo(Duration.ofSeconds(35));
    plan.recorded();
    assertThat(plan.untilProcess()).isEqualTo(Duration.ofSeconds(20));
    nanos.addAndGet(Duration.ofSeconds(35).toNanos());
    plan.pass();
    plan.held(1, 5, Duration.ofSeconds(1).toNanos());
    assertThat(plan.untilProcess()).isEqualTo(Duration.ofSeconds(5)); // The second follows later.
    wall(Duration.ofHours(8));
    nanos.set(0);
    assertThat(informed(1).untilProcess()).isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void untilProcess_defaultMeasuredLate_leavesTimeForTheSearch() {
    for (int late : List.of(4, 18, 60)) {
      nanos.set(0);
      TimePlan plan = plan();
      IntStream.range(0, CANDIDATES).forEach(_ -> plan.recorded());
      nanos.addAndGet(Duration.ofSeconds(late).toNanos());
      plan.evaluated(kernel.defaultConfiguration(), evaluated(Duration.ofSeconds(1)));
      int due = Math.clamp(late + 15, 20, 35);
      assertThat(plan.untilProcess()).isEqualTo(Duration.ofSeconds(due - late));
    }
  }

  @Test
  void seats_ofAProcess_areAsManyAsAnEighthOfTheWallTimeHolds() {
    TimePlan plan = informed();
    assertThat(plan.seats(9)).isTrue(); // 2 s to open, 9 evaluations, 1 s: of 12.5 s.
    assertThat(plan.seats(10)).isFalse();
    plan.held(1, 5, Duration.ofSeconds(22).toNanos()); // 4 s each.
    assertThat(plan.seats(2)).isTrue();
    assertThat(plan.seats(3)).isFalse();
  }

  @Test
  void untilProcess_ofALongRun_isWithinThreeMinutesAndThenAtEqualRatios() {
    for (Duration wall : List.of(Duration.ofHours(1), Duration.ofHours(8))) {
      wall(wall);
      processes = 8;
      List<Duration> pauses = pauses(informed(), wall);
      assertThat(pauses).hasSize(5).isSorted(); // Three of eight wait for the end.
      assertThat(pauses).startsWith(Duration.ofSeconds(90), Duration.ofMinutes(3));
      double ratio = pauses.get(2).toNanos() / (double) pauses.get(1).toNanos();
      for (int i = 2; i < pauses.size(); i++) {
        assertThat(pauses.get(i).toNanos() / (double) pauses.get(i - 1).toNanos())
            .isCloseTo(ratio, within(1e-6));
      }
      double last = pauses.getLast().toNanos() * ratio;
      double end = wall.toNanos();
      assertThat(last).isBetween(end - 4e10, end);
    }
  }

  @Test
  void untilProcess_asTimeGoesBy_isThePointOfTimeMinusIt() {
    TimePlan plan = informed();
    nanos.addAndGet(Duration.ofSeconds(19).toNanos());
    assertThat(plan.untilProcess()).isEqualTo(Duration.ofSeconds(1));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(plan.untilProcess()).isZero();
  }

  @Test
  void untilProcess_fewerProcessesThanThree_keepsTheLastForTheEnd() {
    processes = 2;
    assertThat(pauses(informed(), budget.wall())).containsExactly(Duration.ofSeconds(20));
    processes = 1;
    assertThat(pauses(informed(), budget.wall())).isEmpty();
  }

  @Test
  void untilProcess_withoutWallTimeOrOnARecording_neverComes() {
    isReplay = true;
    TimePlan recorded = informed();
    isReplay = false;
    budget = new Budget(Budget.FOREVER, 10);
    TimePlan unlimited = informed();
    nanos.addAndGet(Duration.ofSeconds(99).toNanos());
    for (TimePlan plan : List.of(recorded, unlimited)) {
      assertThat(plan.untilProcess()).isPositive();
      assertThat(plan.fits()).isTrue();
      assertThat(plan.ofProcess(1).within()).isEqualTo(FinalsTime.UNLIMITED.within());
    }
    assertThat(recorded.untilProcess()).isGreaterThan(recorded.ofAll());
    assertThat(recorded.ofSearch()).isZero(); // The evaluation alone is kept.
    assertThat(unlimited.ofSearch()).isPositive();
  }

  @Test
  void untilProcess_resumedRun_countsTheProcessesOfEarlierSessions() {
    RunHistory earlier =
        Examples.history(
            store.history(ExampleRun.ID).run(), List.of(), Optional.of(ExampleRun.finals(100, 40)));
    int held = earlier.finals().orElseThrow().processes();
    assertThat(held).isPositive();
    TimePlan plan = informed();
    plan.knows(earlier);
    TimePlan other = informed();
    IntStream.range(0, held).forEach(_ -> other.pass());
    assertThat(plan.untilProcess()).isEqualTo(other.untilProcess());
  }

  @Test
  void ofSearch_beforeTheDefaultWasMeasured_keepsNothingBack() {
    TimePlan plan = plan();
    nanos.addAndGet(budget.wall().toNanos() - 1_000_000_000L);
    assertThat(plan.ofSearch()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void ofSearch_afterwards_keepsTheProcessesThatADecisionNeeds() {
    TimePlan plan = informed();
    Duration one = Duration.ofMillis(9600); // With a fifth for safety.
    for (int after = 1; after <= 3; after++) {
      int count = after;
      plan.after(() -> count);
      assertThat(plan.ofSearch())
          .isEqualTo(
              budget
                  .wall()
                  .minus(one.multipliedBy(count))
                  .minus(CLOSING)
                  .minus(SANITIZING)
                  .minus(plan.evaluation()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 12, 20, 21, 23, 30, 43, 44, 60, 100, 300, 10_000})
  void ofSearch_anyWallTime_keepsNoMoreThanHalfOfIt(int seconds) {
    wall(Duration.ofSeconds(seconds));
    TimePlan plan = informed();
    for (int after = 1; after <= 3; after++) {
      int count = after;
      plan.after(() -> count);
      Duration kept = budget.wall().minus(plan.evaluation()).minus(plan.ofSearch());
      Duration half = budget.wall().dividedBy(2);
      assertThat(kept).isLessThanOrEqualTo(seconds < 4 ? CLOSING : half);
      boolean holdsNone = half.compareTo(Duration.ofMillis(9600).plus(CLOSING)) < 0;
      assertThat(kept.equals(CLOSING)).isEqualTo(holdsNone);
    }
  }

  @Test
  void ofSearch_manyCandidates_leavesTimeToWriteThem() {
    TimePlan plan = informed();
    Duration before = plan.ofSearch();
    for (int i = 0; i < 1000; i++) {
      plan.recorded();
    }
    assertThat(before.minus(plan.ofSearch())).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void ofSearch_long_leavesTheWholeOfALastProcess() {
    TimePlan plan = informed();
    plan.after(() -> 1);
    nanos.addAndGet(plan.ofSearch().toNanos());
    assertThat(plan.ofSearch()).isZero();
    assertThat(plan.fits()).isTrue();
  }

  @Test
  void evaluation_rejectedAndLostCandidates_changeNothing() {
    TimePlan plan = informed();
    plan.evaluated(
        Saxpy.block(32),
        new Evaluated(Examples.rejected(Rejection.TIMEOUT), new Spent(0, 60_000_000_000L, 0), 0));
    assertThat(plan.evaluation()).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan().evaluation()).isZero();
  }

  @Test
  void evaluation_ofTheLatest_isTheirMedian() {
    TimePlan plan = informed();
    for (int i = 0; i < 20; i++) {
      plan.evaluated(Saxpy.block(16), evaluated(Duration.ofSeconds(2 + i % 3)));
    }
    assertThat(plan.evaluation()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void process_beforeAny_isAnOpeningAndSomeEvaluations() {
    assertThat(informed().process()).isEqualTo(PROCESS);
  }

  @Test
  void process_onSharedCores_isForEachFinalistAnEvaluationAndTwoSeconds() {
    isOnCores = true;
    assertThat(informed().process()).isEqualTo(Duration.ofSeconds(2 + 5 * 3 + 1));
  }

  @Test
  void process_afterOne_isLearntFromTheLast() {
    TimePlan plan = informed();
    plan.held(1, 5, Duration.ofSeconds(20).toNanos());
    assertThat(plan.process()).isEqualTo(Duration.ofSeconds(20));
    plan.held(2, 3, Duration.ofSeconds(5).toNanos());
    assertThat(plan.process()).isEqualTo(Duration.ofSeconds(5));
    plan.after(() -> 1);
    assertThat(plan.ofSearch()).isEqualTo(Duration.ofSeconds(100 - 6 - 3 - 1).minus(CLOSING));
  }

  @Test
  void fits_aProcessAndTheEnd_orNot() {
    TimePlan plan = informed();
    nanos.addAndGet(budget.wall().minus(PROCESS).minus(CLOSING).toNanos());
    assertThat(plan.fits()).isTrue();
    assertThat(plan.leastFinals()).isEqualTo(plan.ofAll());
    nanos.incrementAndGet();
    assertThat(plan.fits()).isFalse();
  }

  @Test
  void ofProcess_isAnEqualPartAndNoMoreThanIsLeft() {
    TimePlan plan = informed();
    assertThat(plan.ofProcess(2).within())
        .isEqualTo(Duration.ofSeconds(4)); // A fifth of 30 s, opened.
    assertThat(plan.ofProcess(2).weights()).containsOnlyKeys("small", "ragged");
    nanos.addAndGet(budget.wall().minusSeconds(6).toNanos());
    assertThat(plan.ofProcess(3).within()).isEqualTo(Duration.ofSeconds(4).minus(CLOSING));
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(plan.ofProcess(3).within()).isZero();
    wall(Duration.ofSeconds(10));
    nanos.set(0);
    assertThat(informed().ofProcess(2).within()).isEqualTo(Duration.ofSeconds(1));
  }

  /** A run that takes the advice holds all its processes. */
  @Test
  void wallForAllProcesses_whoTakesIt_holdsAll() {
    TimePlan plan = informed();
    Duration advised = plan.wallForAllProcesses();
    assertThat(advised).isEqualTo(Duration.ofSeconds(150));
    wall(advised);
    assertThat(pauses(informed(), advised)).hasSize(processes - 1);
    nanos.addAndGet(Duration.ofSeconds(1000).toNanos());
    assertThat(plan.wallForAllProcesses()).isEqualTo(Duration.ofSeconds(1050));
  }

  @Test
  void isOver_atTheEndOfTheWallTime() {
    var stopwatch = new Stopwatch(nanos::get, 0);
    assertThat(TimePlan.isOver(spec(), stopwatch)).isFalse();
    nanos.addAndGet(budget.wall().toNanos());
    assertThat(TimePlan.isOver(spec(), stopwatch)).isTrue();
    assertThat(informed().ofAll()).isEqualTo(budget.wall());
  }
}
