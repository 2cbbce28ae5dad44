package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.file.Profiler;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProfileReportTest {

  static ProfileReport report(Profiler.Finding... findings) {
    var overview = new LinkedHashMap<String, String>();
    overview.put("SM busy", "31.5 % of its peak");
    overview.put("bound by", "DRAM, at 93 % of its peak");
    var metrics = new LinkedHashMap<String, Profiler.Metric>();
    metrics.put("launch__grid_size", new Profiler.Metric(1056, ""));
    metrics.put("gpu__time_duration.sum", new Profiler.Metric(66_016.25, "nsecond"));
    return new ProfileReport(
        "gemm-1/17",
        "TILE=64",
        "gemm on cuda:0 (NVIDIA H200), shape large (M=4096)",
        "ncu at /usr/bin/ncu: one launch",
        new Profiler.Profile(overview, List.of(findings), metrics),
        "./evo profile gemm-1/17 --shape large");
  }

  static final Profiler.Finding CONFLICTS =
      new Profiler.Finding(
          "shared-memory bank conflicts",
          0.31,
          "3.2 wavefronts for each that shared memory needs",
          "the data pipe's utilisation",
          List.of("l1tex__conflicts"));

  @Test
  void text_hasOverviewFindingsAndTheirRules() {
    assertThat(report(CONFLICTS).text())
        .containsSubsequence(
            "gemm-1/17\nTILE=64\ngemm on cuda:0",
            "SM busy",
            "31.5 % of its peak",
            "1  shared-memory bank conflicts",
            "≤ 31 %",
            "3.2 wavefronts",
            "the data pipe's utilisation",
            "do not add up",
            "Again:  ./evo profile gemm-1/17 --shape large");
  }

  @Test
  void text_ofNoFindings_saysSo() {
    assertThat(report().text()).contains("No finding costs more than 1 % of the time.");
  }

  @Test
  void markdown_hasEveryMetric() {
    assertThat(report(CONFLICTS).markdown())
        .contains("| `launch__grid_size` | 1056 |  |")
        .contains("| `gpu__time_duration.sum` | 6.602e+04 | nsecond |");
  }

  @Test
  void json_hasShareRuleAndMetrics() {
    assertThat(report(CONFLICTS).json())
        .contains("\"may_cost\" : 0.31", "\"rule\" : \"the data pipe's", "l1tex__conflicts")
        .contains("\"value\" : 66016.25");
  }
}
