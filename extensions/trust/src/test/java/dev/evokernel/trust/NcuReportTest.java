package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.file.Profiler.Metric;
import org.junit.jupiter.api.Test;

class NcuReportTest {

  @Test
  void of_bothPages_readsTheSameLaunch() {
    NcuReport raw = NcuReport.of(NcuText.healthy().raw()).getFirst();
    assertThat(raw.kernel()).isEqualTo("gemm");
    assertThat(raw.grid()).isEqualTo("(132, 1, 1)");
    assertThat(raw.metrics())
        .containsEntry(NcuMetrics.TIME, new Metric(66_016, "nsecond"))
        .containsEntry(NcuMetrics.SM_ACTIVE, new Metric(119_800.5, ""))
        .containsEntry(NcuMetrics.LOADED_SECTORS, new Metric(4_194_304, "sector"))
        .doesNotContainKey(NcuMetrics.TENSOR);
    assertThat(NcuReport.of(NcuText.healthy().details())).startsWith(raw).hasSize(2);
  }

  @Test
  void of_scaledUnits_areTakenBackToTheBase() {
    String scaled =
        NcuText.healthy().raw().replace("nsecond", "usecond").replace("66,016", "66.02");
    assertThat(NcuReport.of(scaled).getFirst().metrics().get(NcuMetrics.TIME))
        .isEqualTo(new Metric(66_020, "nsecond"));
  }

  @Test
  void of_quotesAndNumbersThatAreNone_areReadForWhatTheyAre() {
    String text =
        NcuText.healthy()
            .with(NcuMetrics.WAVES, "nan")
            .with(NcuMetrics.L1, "")
            .raw()
            .replace("\"gemm\",\"1\"", "\"gemm<\"\"a, b\"\">\",\"1\"");
    NcuReport report = NcuReport.of(text).getFirst();
    assertThat(report.kernel()).isEqualTo("gemm<\"a, b\">");
    assertThat(report.metrics()).doesNotContainKeys(NcuMetrics.WAVES, NcuMetrics.L1);
  }

  @Test
  void of_noTable_isEmpty() {
    assertThat(NcuReport.of("")).isEmpty();
    assertThat(
            NcuReport.of(
                "==PROF== Connected to process 1\n==WARNING== No kernels were profiled.\n"))
        .isEmpty();
    assertThat(NcuReport.of("\"a\",\"b\"\n\"1\",\"2\"\n")).isEmpty();
    String raw = NcuText.healthy().raw();
    String headerAlone = raw.lines().limit(3).reduce("", (all, line) -> all + line + "\n");
    assertThat(NcuReport.of(headerAlone)).isEmpty();
  }
}
