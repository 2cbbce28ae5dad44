package dev.evokernel.report;

import dev.evokernel.backend.file.Profiler;
import dev.evokernel.fixture.Golden;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProfileReportTest {

  private static ProfileReport report(Profiler.Finding... findings) {
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

  private static final Profiler.Finding CONFLICTS =
      new Profiler.Finding(
          "shared-memory bank conflicts",
          0.31,
          "3.2 wavefronts for each that shared memory needs",
          "the data pipe's utilisation",
          List.of("l1tex__conflicts"));

  private static void check(String name, ProfileReport report) {
    Golden.check("study/" + name + ".txt", report.text());
    Golden.check("study/" + name + ".md", report.markdown());
    Golden.check("study/" + name + ".json", report.json());
  }

  @Test
  void report_withAndWithoutFindings_isThatOfBefore() {
    check("profile", report(CONFLICTS));
    check("profile-none", report());
  }
}
