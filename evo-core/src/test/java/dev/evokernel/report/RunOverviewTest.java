package dev.evokernel.report;

import static dev.evokernel.store.ExampleRun.ID;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunOverview;
import dev.evokernel.store.StoredInitialConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
          .record(new Exclusion(74, Examples.rejected(Rejection.WRONG_RESULT), Examples.NOW));
      store
          .events(ID)
          .driftCheck(
              new DriftCheck(0, 50, Examples.NOW, 1.4, false, Duration.ofSeconds(1)),
              List.of(
                  new Suspect(37, false, OptionalDouble.empty(), Examples.NOW),
                  new Suspect(111, true, OptionalDouble.of(0.4), Examples.NOW)));
      RunOverview overview = store.overview(ID);
      assertThat(overview.history().candidates()).hasSizeLessThan(40);
      assertThat(RunDocument.show(overview, Optional.empty(), ZoneOffset.UTC).text())
          .isEqualTo(RunReports.of(store.history(ID)).text())
          .contains("116 measured", " 111     0.4000");
    }
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
      assertThat(RunDocument.show(overview, Optional.empty(), ZoneOffset.UTC).text())
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
