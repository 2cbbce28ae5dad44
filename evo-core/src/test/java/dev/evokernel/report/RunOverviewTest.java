package dev.evokernel.report;

import static dev.evokernel.store.record.ExampleRun.ID;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.report.text.Units;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunOverview;
import dev.evokernel.store.record.DriftCheck;
import dev.evokernel.store.record.ExampleRun;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Suspect;
import dev.evokernel.store.run.StoredInitialConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RunOverviewTest {

  private static final int MANY = 120;

  @TempDir private Path folder;

  @Test
  void text_ofAnOverview_isThatOfTheWholeHistory() {
    try (ResultStore store = ResultStore.inMemory(folder)) {
      ExampleRun.writeTo(store);
      for (int number = 6; number < MANY; number++) {
        double objective = 0.5 + number % 37 * 0.01 + number * 0.001;
        store.record(
            ID,
            ExampleRun.proposal(number, number),
            Examples.evaluation(Examples.measured(1000 * objective, 100 * objective), objective));
      }
      store
          .events(ID)
          .exclude(new Exclusion(74, Examples.rejected(Rejection.WRONG_RESULT), Examples.NOW));
      store
          .events(ID)
          .driftCheck(
              new DriftCheck(0, 50, Examples.NOW, 1.4, false, Duration.ofSeconds(1)),
              List.of(
                  new Suspect(37, false, OptionalDouble.empty(), Examples.NOW),
                  new Suspect(111, true, OptionalDouble.of(0.4), Examples.NOW)));
      RunOverview overview = store.overview(ID);
      assertThat(overview.history().candidates()).hasSizeLessThan(40);
      assertThat(new RunReport(overview, Optional.empty(), ZoneOffset.UTC).text())
          .isEqualTo(RunReports.of(store.history(ID)).text())
          .contains("116 measured", " 111     0.4000");
    }
  }

  /** Terminal, page, JSON, list and dashboard name the same candidate with the same speed-up. */
  @ParameterizedTest
  @EnumSource(Decision.class)
  void best_ofEachEnd_isWhatTheHeadlineNames(Decision decision) {
    try (ResultStore store = ResultStore.inMemory(folder)) {
      ExampleRun.writeTo(store);
      FinalsDecision measured =
          decision == Decision.ACCEPTED
              ? ExampleRun.finals(70_000, 30_000)
              : ExampleRun.finals(101_000, 40_500);
      store.recordFinals(
          ID,
          new FinalsDecision(
              measured.results(), new Verdict(decision, List.of("For a test.")), List.of(2)));
      RunState state = state(store);
      Conclusion conclusion = Conclusion.of(store.history(ID));
      RunState.Best best = state.best().orElseThrow();

      String named = Units.formatted("%.3f×", conclusion.speedUp());
      assertThat(conclusion.headline()).contains(named);
      assertThat(best.isDecided()).isEqualTo(decision != Decision.UNDECIDED);
      if (decision == Decision.DEFAULT_STAYS) {
        assertThat(best.speedUp()).hasValue(1);
      } else {
        assertThat(best.speedUp()).isEqualTo(conclusion.speedUp());
        assertThat(best.candidate().number()).isEqualTo(2);
        assertThat(RunList.best(state)).startsWith(named + " candidate 2");
      }
    }
  }

  @Test
  void best_ofASearchWithoutFinals_isWhatTheHeadlineNames() {
    try (ResultStore store = ResultStore.inMemory(folder)) {
      store.begin(ExampleRun.run());
      ExampleRun.candidates()
          .forEach(one -> one.evaluation().ifPresent(e -> store.record(ID, one.proposal(), e)));
      RunState state = state(store);
      Conclusion conclusion = Conclusion.of(store.history(ID));

      assertThat(state.best().orElseThrow().speedUp()).isEqualTo(conclusion.speedUp());
      assertThat(state.best().orElseThrow().isDecided()).isFalse();
      assertThat(conclusion.headline())
          .contains(Units.formatted("%.3f×", conclusion.speedUp()), "not confirmed");
    }
  }

  private static RunState state(ResultStore store) {
    return new RunState(
        store.overview(ID),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        0,
        Examples.NOW);
  }

  @Test
  void text_ofAnOverviewWithInitialConfigurations_ranksThemAndNamesAncestors() {
    try (ResultStore store = ResultStore.inMemory(folder)) {
      store.begin(
          ExampleRun.run(),
          List.of(
              new StoredInitialConfiguration(
                  "file #1", ExampleRun.configuration(5000, "row"), "", true)));
      for (int number = 1; number < MANY; number++) {
        double objective = 1 + number % 37 * 0.01 - number * 0.001;
        store.record(
            ID,
            proposal(number),
            Examples.evaluation(Examples.measured(1000 * objective, 100 * objective), objective));
      }
      RunOverview overview = store.overview(ID);
      assertThat(overview.history().candidates()).hasSizeLessThan(80);
      assertThat(new RunReport(overview, Optional.empty(), ZoneOffset.UTC).text())
          .isEqualTo(RunReports.of(store.history(ID)).text())
          .contains("of 119", "descends from file #1 (2)");
    }
  }

  /** The default, the initial configuration, and lines of descent in steps of sixty. */
  private static Proposal proposal(int number) {
    int generation = number < 3 ? 0 : 1;
    return new Proposal(
        number,
        generation,
        number == 1 ? "default" : number == 2 ? "file #1" : "mutation",
        number == 2
            ? ExampleRun.configuration(5000, "row")
            : ExampleRun.configuration(number == 1 ? 64 : 1000 + number, "row"),
        generation == 0 ? List.of() : List.of(Math.max(2, number - 60)),
        List.of());
  }
}
