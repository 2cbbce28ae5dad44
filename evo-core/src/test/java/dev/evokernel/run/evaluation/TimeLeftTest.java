package dev.evokernel.run.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.Budget;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.workers.Stopwatch;
import org.junit.jupiter.api.Test;

/** The plan follows what evaluations cost; the search and the finals share the rest by it. */
final class TimeLeftTest extends PipelineFixture {

  private static final Duration OPENING = Duration.ofSeconds(2);
  private static final Duration SANITIZING = Duration.ofSeconds(3);

  private final List<String> news = new ArrayList<>();

  private FinalsPlanner planner() {
    return new FinalsPlanner(spec(), OPENING, SANITIZING);
  }

  private TimeLeft left(FinalsPlanner planner) {
    return TimeLeft.of(spec(), new Stopwatch(nanos::get, 0), planner, news::add);
  }

  /** An evaluation that loads for 0.1 s, verifies for 0.9 s and samples 31 times in two shapes. */
  private static Evaluated evaluated(double small, double ragged, double timing) {
    return new Evaluated(
        Examples.measured(small, ragged),
        new Spent(100_000_000, 900_000_000, Math.round(timing)),
        0);
  }

  private FinalsPlanner informed() {
    FinalsPlanner planner = planner();
    planner.evaluated(kernel.defaultConfiguration(), evaluated(20e6, 4e6, 2 * 31 * 24e6));
    planner.evaluated(Saxpy.block(16), evaluated(10e6, 2e6, 2 * 31 * 12e6));
    return planner;
  }

  @Test
  void plan_fromEvaluations_hasTheirVerificationAndTheirRounds() {
    FinalsPlanner planner = informed();
    planner.examined(500_000_000);
    var plan = planner.plan();
    assertThat(plan.examination()).isEqualTo(500_000_000);
    assertThat(plan.verification()).isEqualTo(1_250_000_000);
    double small = plan.ofDefault().getOrDefault("small", 0.0);
    double ragged = plan.ofDefault().getOrDefault("ragged", 0.0);
    assertThat(small / ragged).isBetween(4.9, 5.1);
    assertThat(small).isBetween(39e6, 46e6);
    assertThat(plan.ofFinalist().getOrDefault("small", 0.0) / small).isBetween(0.62, 0.63);
    assertThat(plan.overhead().sanitizing()).isEqualTo(SANITIZING.toNanos());
    assertThat(plan.overhead().opening()).isEqualTo(OPENING.toNanos());
  }

  @Test
  void plan_rejectedCandidates_changeNothing() {
    FinalsPlanner planner = informed();
    var before = planner.plan();
    planner.evaluated(
        Saxpy.block(32),
        new Evaluated(Examples.rejected(Rejection.TIMEOUT), new Spent(0, 60_000_000_000L, 0), 0));
    assertThat(planner.plan()).isEqualTo(before);
  }

  @Test
  void plan_leaderboardsChampion_costsOneMoreEvaluation() {
    FinalsPlanner planner = informed();
    long before = planner.plan().before();
    planner.expectChampion();
    assertThat(planner.plan().before() - before).isEqualTo(planner.evaluation().toNanos());
  }

  @Test
  void ofSearch_beforeTheDefaultWasMeasured_keepsNothingBack() {
    TimeLeft left = left(planner());
    nanos.addAndGet(budget.wall().toNanos() - 1_000_000_000L);
    assertThat(left.ofSearch()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void ofSearch_asTimeGoesBy_endsWhenTheFinalsAndOneEvaluationStillFit() {
    FinalsPlanner planner = informed();
    TimeLeft left = left(planner);
    Duration reserve = planner.plan().reserve(budget.wall(), 60, 5, 6);
    assertThat(left.ofSearch()).isEqualTo(budget.wall().minus(reserve).minus(planner.evaluation()));
    nanos.addAndGet(left.ofSearch().toNanos());
    assertThat(left.ofSearch()).isZero();
    assertThat(left.isEnoughForFinals()).isTrue();
    assertThat(left.isEnoughForAnother(0)).isTrue();
  }

  @Test
  void ofSearch_wallTimeShortForTheFinals_warnsOnceWithOneThatWouldDo() {
    left(informed()).ofSearch();
    assertThat(news).isEmpty();
    budget = new Budget(Duration.ofSeconds(40), Budget.UNLIMITED);
    TimeLeft left = left(informed());
    assertThat(left.ofSearch()).isEqualTo(left.ofSearch());
    assertThat(news)
        .singleElement()
        .asString()
        .matches(
            "warning: the finals need about \\d+ s of the wall time of \\d+ s\\. Give at least:"
                + " --wall \\d+s");
  }

  @Test
  void ofSearch_whenNotEvenTheLeastFinalsFit_hasTheirTime() {
    FinalsPlanner planner = informed();
    TimeLeft left = left(planner);
    Duration rest = planner.plan().least().minusMillis(1);
    nanos.addAndGet(budget.wall().minus(rest).toNanos());
    assertThat(left.isEnoughForFinals()).isFalse();
    assertThat(left.ofSearch())
        .isEqualTo(rest.minusNanos(planner.plan().overhead().end()).minus(planner.evaluation()));
  }

  @Test
  void isEnoughForAnother_whenTheTimeIsShort_isFalseForMoreFinalists() {
    FinalsPlanner planner = informed();
    TimeLeft left = left(planner);
    nanos.addAndGet(
        budget.wall().toNanos() - planner.plan().shortest(3, 5).toNanos() - 1_500_000_000L);
    assertThat(left.isEnoughForAnother(2)).isTrue();
    assertThat(left.isEnoughForAnother(3)).isFalse();
    assertThat(left.isEnoughForAnother(6)).isFalse();
  }

  @Test
  void ofFinals_leavesTheTimeForWhatFollowsThem() {
    FinalsPlanner planner = informed();
    TimeLeft left = left(planner);
    assertThat(left.ofFinals())
        .isEqualTo(budget.wall().minusNanos(planner.plan().overhead().end()));
    nanos.addAndGet(budget.wall().toNanos());
    assertThat(left.ofFinals()).isZero();
    assertThat(left.isEnoughForFinals()).isFalse();
  }

  @Test
  void ofFinals_ofABudgetInEvaluations_hasNoLimit() {
    budget = new Budget(Budget.FOREVER, 10);
    TimeLeft left = left(informed());
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(left.ofFinals()).isEqualTo(FinalsTime.UNLIMITED.within());
    assertThat(left.ofSearch()).isPositive();
    assertThat(left.isEnoughForFinals()).isTrue();
  }

  @Test
  void forQuiet_isBoundedByTheWallTimeAndByWhatTheFinalsNeed() {
    budget = new Budget(Duration.ofMinutes(4), Budget.UNLIMITED);
    FinalsPlanner planner = informed();
    TimeLeft left = left(planner);
    assertThat(left.forQuiet()).isEqualTo(Duration.ofSeconds(12));
    Duration usual = planner.plan().usual(6, spec().acceptance().processes());
    nanos.addAndGet(budget.wall().minus(usual).minusSeconds(1).toNanos());
    assertThat(left.forQuiet()).isEqualTo(Duration.ofSeconds(1));
    budget = new Budget(Budget.FOREVER, 10);
    assertThat(left(planner).forQuiet()).isEqualTo(Duration.ofSeconds(30));
  }
}
