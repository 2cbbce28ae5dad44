package dev.evokernel.report;

import dev.evokernel.store.Budget;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunOverview;
import dev.evokernel.store.RunOverview.Ranking;
import java.time.ZoneOffset;
import java.util.Optional;

/** Reports on runs whose histories have every candidate. */
public final class RunReports {

  private RunReports() {}

  public static Report of(RunHistory history) {
    return RunDocument.show(
        new RunOverview(
            history,
            RunFacts.outcomes(history),
            Ranking.of(history.eligible()),
            history.run().finished(),
            Budget.of(history.run().run().job())),
        Optional.empty(),
        ZoneOffset.UTC);
  }
}
