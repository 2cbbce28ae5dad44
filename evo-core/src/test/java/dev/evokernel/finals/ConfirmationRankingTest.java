package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Role;
import org.junit.jupiter.api.Test;

/** Who enters the finals, and who leads of those that are accepted. */
final class ConfirmationRankingTest extends ConfirmationFixture {

  @Test
  void hold_withFinalistsTiedWithTheFastest_takesTheFirstByRule() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(256, 0.5, Examples.measured(500, 50));
    candidate(16, 0.6, Examples.measured(500.01, 50));
    candidate(32, 0.7, Examples.measured(520, 52));
    FinalsDecision finals = hold();
    assertThat(finals.tied()).contains(2, 3).doesNotContain(4);
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.verdict().reasons())
        .last()
        .asString()
        .contains("Candidate 2 was 0.00 % faster", "first in the order of the parameters' values");
  }

  @Test
  void hold_withTheLeaderboardsChampionAmongTheTied_keepsIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.measured(500, 50));
    candidate(256, 0.6, Examples.measured(500.01, 50));
    champion = Optional.of(Saxpy.block(256));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.verdict().reasons())
        .last()
        .asString()
        .contains("the leaderboard's champion stays");
  }

  @Test
  void hold_withTheLeaderboardsChampionBehindAllFinalists_entersItToo()
      throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    for (int i = 1; i <= 9; i++) {
      candidate(i, 1 - i / 10.0, Examples.measured(500, 50));
    }
    candidate(128, 3, Examples.measured(3000, 300));
    champion = Optional.of(Saxpy.block(128));
    hold();
    assertThat(entered).hasSize(FinalistSelection.FINALISTS + 2);
    assertThat(entered).startsWith(DEFAULT, Saxpy.block(128), Saxpy.block(9));
  }

  /** With as long a launch in the search as in the finals. */
  private void accurate(long block, double nanos, double error) {
    var comparison = new OutputComparison("y", 1, 0, 0, 0, 1, 1, error);
    var outcome =
        new Measured(
            Examples.measured(nanos, nanos / 10).measurements().stream()
                .map(one -> new Measurement(one.shape(), one.samples(), 1, List.of(comparison)))
                .toList());
    candidate(block, nanos / 1000, "digest " + block, outcome, outcome);
  }

  @Test
  void hold_withAFront_measuresItAgainAndFillsUpWithTheFastest() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY));
    accurate(64, 1000, 0.5);
    for (int i = 1; i <= 6; i++) {
      accurate(i, 500 + i, 0.9); // fast, wrong, and all but one beaten
    }
    accurate(32, 2000, 0.1);
    accurate(128, 900, 0.3);
    FinalsDecision finals = hold();
    assertThat(entered)
        .hasSize(FinalistSelection.FINALISTS + 1)
        .startsWith(DEFAULT, Saxpy.block(1), Saxpy.block(128), Saxpy.block(32), Saxpy.block(2));
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(2);
  }

  @Test
  void hold_withALongFront_keepsItsEndsAndNoMoreThanTheFinalsHold() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY));
    accurate(64, 1000, 0.99);
    for (int i = 1; i <= 20; i++) {
      accurate(i + 64, 500 + i, 0.9 - 0.04 * i);
    }
    hold();
    assertThat(entered)
        .hasSize(FinalistSelection.FRONT + 1)
        .startsWith(DEFAULT, Saxpy.block(65))
        .endsWith(Saxpy.block(84));
  }

  @Test
  void hold_overTheWorstShape_takesTheBestThere() throws InterruptedException {
    objective = new Objective(new Over.Worst(), List.of(Metric.TIME));
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.9, Examples.measured(100, 90));
    candidate(32, 0.8, Examples.measured(800, 80));
    assertThat(hold().candidate(Role.CHAMPION)).hasValue(3);
  }

  @Test
  void hold_byEnergy_takesTheLeastThatIsFastEnough() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.ENERGY));
    candidate(64, 1, Examples.measured(1000, 100, 5));
    candidate(16, 0.5, Examples.measured(1100, 110, 1));
    candidate(32, 0.7, Examples.measured(900, 90, 3));
    candidate(128, 0.9, Examples.measured(500, 50, 4));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.result(3, "small").orElseThrow().joules()).hasValue(3);
  }

  @Test
  void hold_byEnergyWithTiesInTime_takesTheLeastAndNotTheLeaderboardsChampion()
      throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.ENERGY));
    candidate(64, 1, Examples.measured(1000, 100, 5));
    candidate(16, 0.6, Examples.measured(500, 50, 3));
    candidate(32, 0.7, Examples.measured(500, 50, 4));
    champion = Optional.of(Saxpy.block(32));
    assertThat(hold().candidate(Role.CHAMPION)).hasValue(2);
  }
}
