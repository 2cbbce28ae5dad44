package dev.evokernel.report;

import dev.evokernel.report.finals.RunFacts;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.query.RunOverview;
import dev.evokernel.store.query.RunOverview.Ranking;
import java.time.ZoneOffset;
import java.util.Optional;

/** Reports on runs whose histories have every candidate. */
public final class RunReports {

  private RunReports() {}

  public static RunReport of(RunHistory history) {
    return new RunReport(
        new RunOverview(
            history,
            RunFacts.outcomes(history),
            Ranking.of(history.eligible()),
            history.run().finished()),
        Optional.empty(),
        ZoneOffset.UTC);
  }
}
