package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunOverview.Ranking;
import dev.evokernel.store.StoredInitialConfiguration;
import org.junit.jupiter.api.Test;

final class InitialConfigurationsReportTest {

  private static final StoredInitialConfiguration USED =
      new StoredInitialConfiguration("microbench #1", ExampleRun.configuration(8, "row"), "", true);
  private static final StoredInitialConfiguration DROPPED =
      new StoredInitialConfiguration(
          "microbench #2", ExampleRun.configuration(8, "row"), "the same as microbench #1", false);

  /** The champion of the example, candidate 2, with these parents, beside a seed, candidate 9. */
  static RunHistory history(List<Integer> parents) {
    RunHistory example = ExampleRun.history();
    var candidates = new ArrayList<Candidate>();
    for (Candidate one : example.candidates()) {
      var proposal =
          one.number() == 2
              ? new Proposal(2, 1, "crossover", one.configuration(), parents, List.of())
              : one.proposal();
      candidates.add(new Candidate(one.run(), proposal, one.attempts(), one.evaluation()));
    }
    candidates.add(
        new Candidate(
            ExampleRun.ID,
            new Proposal(9, 0, "microbench #1", USED.configuration()),
            1,
            Optional.of(ExampleRun.measured(90_000, 36_000))));
    candidates.add(
        new Candidate(
            ExampleRun.ID,
            new Proposal(10, 0, "random", ExampleRun.configuration(64, "column")),
            1,
            Optional.of(ExampleRun.measured(90_000, 37_000))));
    return Altered.of(
        example, "candidates", candidates, "initialConfigurations", List.of(USED, DROPPED));
  }

  private static InitialConfigurationsReport of(RunHistory history) {
    return new InitialConfigurationsReport(Conclusion.of(history), Ranking.of(history.eligible()));
  }

  @Test
  void descent_whereTheDefaultStays_isOfTheBestAndNotOfAChampion() {
    RunHistory won = history(List.of(9));
    var stays =
        Altered.of(
            won,
            "finals",
            Optional.of(ExampleRun.finals(101_000, 40_500)),
            "initialConfigurations",
            List.of(USED));
    assertThat(of(stays).descent())
        .contains("The best candidate (2) descends from microbench #1 (9).");
  }

  @Test
  void descent_ofAChampionBredFromASeed_namesIt() {
    assertThat(of(history(List.of(9))).descent())
        .contains("The champion (2) descends from microbench #1 (9).");
    assertThat(of(history(List.of(1, 9, 10))).descent())
        .contains(
            "The champion (2) descends from default (1); microbench #1 (9) and"
                + " random configurations.");
  }

  @Test
  void descent_ofAChampionBredFromRandomOnes_saysSo() {
    assertThat(of(history(List.of(10))).descent())
        .contains("The champion (2) descends only from random configurations.");
  }

  @Test
  void descent_withoutRecordedParents_isUnknown() {
    assertThat(of(history(List.of())).descent()).isEmpty();
  }
}
