package dev.evokernel.report;

import dev.evokernel.report.render.Report;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.query.RunOverview;
import dev.evokernel.store.query.RunOverview.Ranking;
import dev.evokernel.store.run.RunLimits;
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
            RunLimits.of(history.run().run().job())),
        Optional.empty(),
        ZoneOffset.UTC);
  }
}
