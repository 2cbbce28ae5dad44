package dev.evokernel.lab;

import module java.base;

import dev.evokernel.fixture.ExampleComparisons;
import dev.evokernel.fixture.Golden;
import dev.evokernel.report.RegressionGateReport.Finding;
import dev.evokernel.report.RegressionGateReport.Verdict;
import org.junit.jupiter.api.Test;

/** Every report of the studies, to the letter. */
final class BenchGoldenTest {

  private static void check(String name, String text, String markdown, String json) {
    Golden.check("bench/" + name + ".txt", text);
    Golden.check("bench/" + name + ".md", markdown);
    Golden.check("bench/" + name + ".json", json);
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
}
