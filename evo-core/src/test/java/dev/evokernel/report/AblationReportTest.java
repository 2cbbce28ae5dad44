package dev.evokernel.report;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.expr.Value;
import dev.evokernel.fixture.ExampleComparisons;
import dev.evokernel.fixture.Golden;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.AblationReport.Effect;
import dev.evokernel.report.AblationReport.Result;
import org.junit.jupiter.api.Test;

final class AblationReportTest {

  private final ExampleComparisons comparisons = new ExampleComparisons();

  private static Pathology macro(String name, String suspects) {
    return new Pathology(
        name,
        List.of("ABLATE_" + name.toUpperCase(Locale.ROOT)),
        new Configuration(Map.of()),
        suspects,
        "");
  }

  private static Pathology values(String name, String suspects) {
    var values = new LinkedHashMap<String, Value>();
    values.put("SWIZZLE", Value.of(false));
    return new Pathology(name, List.of(), new Configuration(values), suspects, "");
  }

  /** Takes so many times as long on one shape and on the other. */
  private Result measured(double small, double ragged) {
    var shapes = new LinkedHashMap<String, SequentialComparison.Comparison>();
    shapes.put("small", comparisons.of(small));
    shapes.put("ragged", comparisons.of(ragged));
    return new Result.Measured(shapes);
  }

  private final AblationReport report =
      new AblationReport(
          "gemm-1/17",
          "TILE=64 SWIZZLE=true",
          "Each measured interleaved.",
          0.02,
          List.of(
              new Effect(macro("divergent", "whole warps"), measured(1, 1)),
              new Effect(values("conflicts", "banks"), measured(1.5, 2.4)),
              new Effect(macro("barriers", "free warps"), measured(1.1, 0.8)),
              new Effect(
                  macro("unstaged", "staging"),
                  new Result.Wrong(
                      new Rejected(Rejection.WRONG_RESULT, "ragged", "C[3] is 1 instead of 2"))),
              new Effect(
                  macro("unrolled", "the instruction cache"),
                  new Result.Failed(new Rejected(Rejection.COMPILE_ERROR, "", "too large\nhelp"))),
              new Effect(
                  values("swizzled", "banks"),
                  new Result.Inapplicable("the candidate has SWIZZLE=false already")),
              new Effect(macro("late", "time"), new Result.Unmeasured())),
          "./evo ablate gemm-1/17");

  @Test
  void report_ofEveryResult_isThatOfBefore() {
    Golden.check("study/ablation.txt", report.text());
    Golden.check("study/ablation.md", report.markdown());
    Golden.check("study/ablation.json", report.json());
  }
}
