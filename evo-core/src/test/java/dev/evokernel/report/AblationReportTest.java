package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.expr.Value;
import dev.evokernel.fixture.ExampleComparisons;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.AblationReport.Effect;
import dev.evokernel.report.AblationReport.Result;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

  final AblationReport report =
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
  void text_ranksByWhatEachCosts() {
    assertThat(report.text())
        .containsSubsequence(
            "1  conflicts",
            "1.897×",
            "slower ",
            "SWIZZLE=false",
            "2  divergent",
            "1.000×",
            "same",
            "3  barriers",
            "0.938×",
            "faster on ragged; slower on small",
            "-DABLATE_BARRIERS=1",
            "unstaged",
            "wrong",
            "unrolled",
            "compile-error",
            "swizzled",
            "not applicable",
            "late",
            "not measured")
        .containsPattern("conflicts +ragged .+ 2\\.\\d+× \\(2\\.\\d+ to")
        .endsWith("Again:  ./evo ablate gemm-1/17\n");
  }

  @Test
  void text_saysWhatFollows_theLoudestFirst() {
    assertThat(report.text())
        .containsSubsequence(
            "Faster with 'barriers' on ragged: 0.800×",
            "The candidate can be improved: this optimisation costs more than it gains: free"
                + " warps.",
            "The candidate depends on banks (conflicts, up to 2.400×); free warps (barriers, up to"
                + " 1.100×).",
            "No slowdown, so not a bottleneck: whole warps (divergent, up to 1.000×).",
            "'unstaged' gives a wrong result (wrong-result on shape ragged): C[3]",
            "'unrolled' failed (compile-error): too large help",
            "'swizzled' is not applicable: the candidate has SWIZZLE=false already.",
            "Not measured (out of time): late. Allow more time with --wall.");
  }

  @Test
  void json_hasEveryPathologyWithItsSamples() {
    JsonNode json = JsonMapper.builder().build().readTree(report.json());
    JsonNode first = json.get("pathologies").get(0);
    assertThat(first.get("name").asString()).isEqualTo("conflicts");
    assertThat(first.get("verdict").asString()).isEqualTo("slower");
    assertThat(first.get("shapes").get(1).get("p50").asString()).isEqualTo("slower");
    assertThat(first.get("shapes").get(1).get("samples_ns").size()).isEqualTo(2);
    assertThat(json.get("pathologies").get(3).has("times_as_long")).isFalse();
    assertThat(json.get("findings").get(0).asString()).startsWith("Faster");
  }

  @Test
  void markdown_isOfTables() {
    assertThat(report.markdown())
        .contains("| 1 | conflicts | banks | 1.897× | slower | SWIZZLE=false |")
        .contains("- Faster with 'barriers'")
        .contains("```sh\n./evo ablate gemm-1/17\n```");
  }
}
