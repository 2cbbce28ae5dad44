package dev.evokernel.report;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fixture.ExampleComparisons;
import dev.evokernel.fixture.Golden;
import dev.evokernel.kernel.Shape;
import dev.evokernel.lab.FaultTableTest;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.RegressionGateReport.Finding;
import dev.evokernel.report.RegressionGateReport.Verdict;
import dev.evokernel.roofline.Residency;
import dev.evokernel.roofline.Residency.Waves;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.ExampleLimits;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every report on what a command measured, to the letter. */
final class StudyGoldenTest {

  @TempDir Path folder;

  private static void check(String name, String text, String markdown, String json) {
    Golden.check("study/" + name + ".txt", text);
    Golden.check("study/" + name + ".md", markdown);
    Golden.check("study/" + name + ".json", json);
  }

  @Test
  void comparison() {
    var one = new ExampleComparisons();
    var report =
        new ComparisonReport(
            "gemm-1/1",
            "gemm-1/17",
            "Each measured interleaved.",
            Macros.changes(
                ExampleRun.configuration(32, "row"), ExampleRun.configuration(64, "row")),
            0.02,
            List.of(
                ComparisonReport.Line.of("small", one.of(0.8)),
                ComparisonReport.Line.of("ragged", one.of(1.3)),
                new ComparisonReport.Line(
                    "large",
                    Optional.of(ExampleRun.samples(1e6, 3)),
                    Optional.empty(),
                    Optional.empty())),
            "",
            "./evo compare gemm-1/1 gemm-1/17");
    check("comparison", report.text(), report.markdown(), report.json());
  }

  private List<LeaderboardEntry> entries() {
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      ExampleRun.writeTo(store);
      return store.leaderboard().ranked(Filter.everything(10));
    }
  }

  private static void gate(String name, RegressionGateReport report) {
    check(name, report.text(), report.markdown(), report.json());
    Golden.check("study/" + name + ".xml", report.junit());
  }

  @Test
  void regressionGate() {
    var one = new ExampleComparisons();
    List<LeaderboardEntry> entries = entries();
    Shape shape = entries.getFirst().workload().shape();
    var fine = new Finding("small", Verdict.FINE, Optional.of(one.of(1)), Optional.empty(), true);
    var slow =
        new Finding(
            "ragged", Verdict.REGRESSION, Optional.of(one.of(1.4)), Optional.empty(), false);
    var refused =
        new Finding(
            "ragged",
            Verdict.REGRESSION,
            Optional.empty(),
            Optional.of(
                new Rejected(Rejection.WRONG_RESULT, "ragged", "C[3] is <1> \"instead\" of 2\n")),
            false);
    var noisy =
        new Finding("large", Verdict.UNDECIDED, Optional.of(one.of(1.02)), Optional.empty(), false);
    gate("gate-fine", gate(entries, shape, fine));
    gate("gate-regression", gate(entries, shape, fine, slow, refused, noisy));
    gate("gate-undecided", gate(entries, shape, fine, noisy));
  }

  private static RegressionGateReport gate(
      List<LeaderboardEntry> entries, Shape shape, Finding... findings) {
    var lines = new ArrayList<RegressionGateReport.Line>();
    for (Finding finding : findings) {
      lines.add(new RegressionGateReport.Line(shape, entries.getFirst(), finding));
    }
    return new RegressionGateReport(
        "gemm",
        "gemm on cpu (AMD EPYC)",
        "Now: kernels/gemm, the default",
        0.02,
        lines,
        "./evo gate");
  }

  @Test
  void faults() {
    Report right = FaultTableTest.report("cpu (A, 2 cores)", List.of(FaultTableTest.RIGHT));
    Report wrong =
        FaultTableTest.report("cpu", List.of(FaultTableTest.RIGHT, FaultTableTest.WRONG));
    check("faults", right.text(), right.markdown(), right.json());
    check("faults-wrong", wrong.text(), wrong.markdown(), wrong.json());
  }

  @Test
  void roofline() {
    var device = new DeviceIdentity("cpu", "AMD EPYC, 2 cores", "6.1.0-30-amd64");
    var limits = ExampleLimits.of(device, ExampleRun.START, 1e11);
    var workloads = ExampleRun.run().subject().workloads();
    var reached =
        List.of(
            new RooflineReport.Reached("champion", "gemm-1/17", 80_000, 0, Optional.empty()),
            new RooflineReport.Reached(
                "default",
                "gemm-1/1",
                100_000,
                168,
                Optional.of(new Residency(256, 66_560, 0.1875, new Waves(1000, 2, 132)))));
    var report =
        new RooflineReport(
            "gemm",
            limits,
            Arithmetic.F32,
            Roofline.of(limits, Arithmetic.F32).orElseThrow(),
            List.of(
                new RooflineReport.Line(workloads.getFirst(), reached),
                new RooflineReport.Line(workloads.getLast(), List.of())),
            "./evo roofline kernels/gemm",
            "",
            ZoneOffset.UTC);
    check("roofline", report.text(), report.markdown(), report.json());
    Golden.check(
        "study/seeds.yaml",
        Macros.asSeeding(
            List.of(
                new InitialConfiguration(ExampleRun.configuration(32, "row"), "roofline #1"),
                new InitialConfiguration(ExampleRun.configuration(64, "row"), "roofline #2")),
            "by the limits of this device"));
  }
}
