package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.comparison.RegressionCheck.Finding;
import dev.evokernel.comparison.RegressionCheck.Verdict;
import dev.evokernel.fixture.ExampleComparisons;
import dev.evokernel.fixture.Golden;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.search.SeedingBenchReport;
import dev.evokernel.lab.search.SeedingLift;
import dev.evokernel.lab.search.SpaceCostsTable;
import dev.evokernel.lab.search.SpaceCostsTable.SpaceCosts;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Wilson;
import dev.evokernel.store.record.ExampleRun;
import dev.evokernel.store.run.StoredInitialConfiguration;
import org.junit.jupiter.api.Test;

/** Every report of the studies, to the letter. */
final class BenchGoldenTest {

  private static void check(String name, String text, String markdown, String json) {
    Golden.check("bench/" + name + ".txt", text);
    Golden.check("bench/" + name + ".md", markdown);
    Golden.check("bench/" + name + ".json", json);
  }

  @Test
  void throughput() {
    ThroughputReport report = BenchReportTest.THROUGHPUT;
    check("throughput", report.text(), report.markdown(), report.json());
  }

  @Test
  void disturbance() {
    DisturbanceReport report =
        BenchReportTest.disturbance(
            BenchReportTest.effect("slow", 1.02, 1.04), BenchReportTest.effect("wild", 0.5, 2));
    check("disturbance", report.text(), report.markdown(), report.json());
  }

  @Test
  void sampling() {
    SamplingReport report = BenchReportTest.sampling();
    check("sampling", report.text(), report.markdown(), report.json());
  }

  @Test
  void regressionGateTrials() {
    var one = new ExampleComparisons();
    var fine = new Finding("small", Verdict.FINE, Optional.of(one.of(1)), Optional.empty(), true);
    var slow =
        new Finding("small", Verdict.REGRESSION, Optional.of(one.of(1.4)), Optional.empty(), false);
    var report =
        new RegressionGateTrialsReport(
            "gemm on cpu (AMD EPYC)",
            "Now: kernels/gemm, the default",
            OptionalDouble.of(0.05),
            List.of(
                new RegressionGateStudy.Trial(List.of(fine), Duration.ofSeconds(12)),
                new RegressionGateStudy.Trial(List.of(slow), Duration.ofSeconds(14)),
                new RegressionGateStudy.Trial(List.of(slow), Duration.ofSeconds(31))),
            "./evo bench gate");
    check("gate", report.text(), report.markdown(), report.json());
  }

  @Test
  void seeding() {
    var report =
        new SeedingBenchReport(
            new SeedingLift(
                40,
                List.of(
                    new SeedingLift.Point(10, 4, new RatioEstimate(2.5, 2.25, 2.75)),
                    new SeedingLift.Point(100, 40, new RatioEstimate(1.25, 1.125, 1.375))),
                0.5,
                31,
                4,
                new RatioEstimate(7.75, 5.5, 9.25),
                Wilson.of(5, 10),
                Wilson.of(10, 10)),
            List.of(
                new StoredInitialConfiguration(
                    "microbench #1", ExampleRun.configuration(8, "row"), "", true),
                new StoredInitialConfiguration(
                    "microbench #2", ExampleRun.configuration(8, "row"), "twice", false)),
            "gemm, 10 runs each",
            "./evo bench seeding");
    check("seeding", report.text(), report.markdown(), report.json());
  }

  @Test
  void stability() {
    Configuration one = ExampleRun.configuration(32, "row");
    Configuration two = ExampleRun.configuration(16, "row");
    var report =
        new StabilityReport(
            new Stability.Result(
                List.of(
                    new Stability.Choice(
                        "seed-43",
                        43,
                        40,
                        one,
                        Map.of("small", new SpeedUp(2, 1.95, 2.05, 0.95, 0.001, 1))),
                    new Stability.Choice("seed-44", 44, 38, two, Map.of())),
                false,
                List.of(
                    new Stability.Winner(
                        one, 1, new RatioEstimate(2, 1.95, 2.05), new RatioEstimate(1, 1, 1)),
                    new Stability.Winner(
                        two,
                        1,
                        new RatioEstimate(1.5, 1.45, 1.55),
                        new RatioEstimate(1.25, 1.125, 1.375))),
                Wilson.of(1, 2),
                Wilson.of(0, 1),
                Optional.of(Wilson.of(1, 1))),
            "2 runs",
            "./evo bench stability k");
    check("stability", report.text(), report.markdown(), report.json());
  }

  @Test
  void spaceCosts() {
    var table =
        new SpaceCostsTable(
            List.of(
                new SpaceCosts(
                    "attention",
                    BigInteger.TEN.pow(15),
                    "116,928",
                    List.of(12_000_000L, 13_000_000L),
                    List.of(2_000_000L, 3_000_000L),
                    1234,
                    5678,
                    91_011,
                    OptionalDouble.of(1.2e6)),
                new SpaceCosts(
                    "gemm",
                    BigInteger.valueOf(1234),
                    "12",
                    List.of(12_000_000L),
                    List.of(2_000_000L),
                    1234,
                    5678,
                    91_011,
                    OptionalDouble.empty())));
    check("space", table.text(), table.markdown(), table.json());
  }
}
