package dev.evokernel.report;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Golden;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.ExampleLimits;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every report on runs of the store, to the letter. */
final class ReportGoldenTest {

  @TempDir Path folder;

  @Test
  void reports_ofAFinishedRun() {
    reports("finished", ExampleRun.history());
  }

  @Test
  void reports_ofAnInterruptedRun() {
    reports("interrupted", ExampleRun.interrupted());
  }

  @Test
  void reports_ofARunWithTwoMetrics() {
    reports(
        "front",
        ExampleRun.history(
            new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY))));
  }

  @Test
  void reports_ofARunWithBaselines() {
    reports("baselines", BaselineReportTest.BOTH);
  }

  @Test
  void reports_ofARunWithInitialConfigurations() {
    reports("seeded", InitialConfigurationsReportTest.history(List.of(1, 9)));
  }

  @Test
  void reports_whereTheDevicesLimitsAreKnown() {
    RunHistory run = ExampleRun.history();
    reports(
        "limits",
        Altered.of(
            run,
            "limits",
            Optional.of(ExampleLimits.of(run.run().provenance().device(), ExampleRun.START, 1e11)),
            "devices",
            List.of()));
  }

  private static void reports(String name, RunHistory history) {
    Golden.check("run/" + name + "/show.txt", RunReports.of(history).text());
    history
        .candidates()
        .forEach(
            one ->
                Golden.check(
                    "run/" + name + "/show-" + one.number() + ".txt",
                    new CandidateReport(history, one, ZoneOffset.UTC, List.of()).text()));
    Golden.check("run/" + name + "/conclusion.txt", Conclusion.of(history).text());
    Golden.check(
        "run/" + name + "/final_summary.md",
        RunDocument.summary(history, Optional.empty(), ZoneOffset.UTC).markdown());
    Golden.check("run/" + name + "/evo_best.json", new BestResult(history).json());
    Golden.check("run/" + name + "/evo_log.csv", new RunFiles.EvolutionLog(history).csv());
    Golden.check("run/" + name + "/evo_finals.csv", new RunFiles.FinalsLog(history).csv());
    Golden.check("run/" + name + "/champion.h", RunHeaders.champion(history));
    Golden.check("run/" + name + "/t4.json", new T4Results(history, Optional.empty()).json());
  }

  private List<LeaderboardEntry> entries() {
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      ExampleRun.writeTo(store);
      return store.leaderboard().ranked(Filter.everything(10));
    }
  }

  @Test
  void baselines() {
    var report =
        new BaselineReport(
            "gemm on cpu",
            "Measured one after the other.",
            BaselineReportTest.BOTH.run().subject().workloads(),
            BaselineReportTest.BOTH.baselines(),
            entries(),
            "./evo baseline gemm");
    Golden.check("study/baseline.txt", report.text());
    Golden.check("study/baseline.md", report.markdown());
    Golden.check("study/baseline.json", report.json());
  }

  @Test
  void leaderboard_inEveryFormat() {
    var board = new Leaderboard(entries(), ZoneOffset.UTC);
    Golden.check("leaderboard/leaderboard.txt", board.text());
    Golden.check("leaderboard/leaderboard.md", board.markdown());
    Golden.check("leaderboard/leaderboard.json", board.json());
    Golden.check("leaderboard/leaderboard.csv", board.csv());
  }
}
