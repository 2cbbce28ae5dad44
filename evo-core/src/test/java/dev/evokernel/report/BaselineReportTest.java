package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.ExampleRun;
import org.junit.jupiter.api.Test;

/** A champion of 80 µs and 34 µs, against libraries of fixed speed. */
public class BaselineReportTest {

  private static final OutputComparison RIGHT = new OutputComparison("C", 10, 0, 0, 3, 1.5, 1.5, 0);
  private static final OutputComparison WRONG =
      new OutputComparison("C", 10, 4, 0, 7, 1.5, 1.25, 250);

  private static BaselineReading timed(
      String baseline, String shape, double nanos, OutputComparison comparison) {
    double[] samples = new double[20];
    Arrays.fill(samples, nanos);
    return BaselineReading.measured(
        baseline,
        baseline + " 1.0",
        new Measurement(shape, Samples.of(samples), 4, List.of(comparison)));
  }

  private static RunHistory history(BaselineReading... baselines) {
    RunHistory without = ExampleRun.history();
    return new RunHistory(
        without.run(),
        without.candidates(),
        without.finals(),
        without.recoveryChecks(),
        without.flags(),
        List.of(baselines),
        without.limits(),
        without.initialConfigurations(),
        List.of());
  }

  public static final RunHistory BOTH =
      history(
          timed("blas", "small", 120_000, RIGHT),
          timed("blas", "ragged", 30_000, RIGHT),
          timed("slow", "small", 400_000, RIGHT),
          timed("slow", "ragged", 68_000, RIGHT),
          timed("wrong", "small", 10_000, WRONG),
          BaselineReading.refused("wrong", "ragged", "", "59 is odd"));

  @Test
  void sentence_ofSeveralShapes_comparesWithTheFastestOfEach() {
    assertThat(Conclusion.of(BOTH).text())
        .containsPattern(
            "Fastest baselines: blas on 2 shapes. Speed-up of the champion over them:"
                + " 1\\.1[45]\\d× \\(geometric mean of 2 shapes\\), 0\\.8[78]\\d× on ragged to"
                + " 1\\.[45]\\d\\d× on small\\.");
  }

  @Test
  void finalSummary_withBaselines_hasTheFastestAndAllOfThem() {
    String summary = RunDocument.summary(BOTH, Optional.empty(), ZoneOffset.UTC).markdown();

    assertThat(summary)
        .contains("## Baselines")
        .containsPattern(
            "\\| small \\(M=128 N=128 K=128\\) \\| blas \\| 120\\.0 µs \\| 120\\.0 µs \\|"
                + " \\d+\\.\\d+ µs \\| \\d+\\.\\d+ µs \\| 1\\.[45]\\d\\d× \\(1\\.[45]\\d\\d to"
                + " 1\\.[45]\\d\\d\\) \\|")
        .contains(
            "| small | wrong | 10.00 µs | 10.00 µs | 419.4 GFLOP/s | differs: 4 of 10 elements of C"
                + " are wrong; element 7 is 1.50000, expected 1.25000 (250× the tolerance) |")
        .contains("| ragged | wrong |  |  |  | refused: 59 is odd |")
        .contains("- slow: slow 1.0");
  }

  @Test
  void bestJson_withBaselines_saysWhoIsFastestAndByHowMuch() {
    assertThat(new BestResult(BOTH).json())
        .contains("\"fastest\" : \"blas\"", "\"status\" : \"differs\"", "\"status\" : \"refused\"")
        .doesNotContain("\"fastest\" : \"wrong\"");
    assertThat(new BestResult(ExampleRun.history()).json()).contains("\"baselines\" : null");
  }

  @Test
  void show_withBaselines_listsThem() {
    assertThat(RunReports.of(BOTH).text())
        .contains("Baselines in the finals")
        .contains("refused: 59 is odd");
    assertThat(RunReports.of(ExampleRun.history()).text()).doesNotContain("aselines");
  }

  @Test
  void sentence_whereNoneIsRight_saysWhy() {
    RunHistory none =
        history(
            timed("wrong", "small", 10_000, WRONG),
            BaselineReading.refused("blas", "small", "", "there is no libopenblas.so.0"));

    assertThat(Conclusion.of(none).text())
        .contains("No baseline was measured: wrong differs: 4 of 10 elements of C")
        .contains("blas refused: there is no libopenblas.so.0.");
  }

  @Test
  void sentence_whereNoFinalistWasMeasured_namesTheFastest() {
    Conclusion both = Conclusion.of(BOTH);
    var section = BaselineSection.of(both).orElseThrow();
    List<BaselineSection.Line> alone =
        section.lines().stream()
            .map(
                line ->
                    new BaselineSection.Line(
                        line.workload(), line.fastest(), Optional.empty(), Optional.empty()))
            .toList();
    assertThat(new BaselineSection(section.history(), section.subject(), alone).sentence())
        .isEqualTo("Fastest baselines: blas on 2 shapes. No finalist was measured beside them.");
  }

  @Test
  void report_ofBaselinesAlone_comparesWithWhatFinalsRecorded() {
    var report =
        new BaselineReport(
            "gemm on cpu",
            "Measured one after the other.",
            BOTH.run().subject().workloads(),
            BOTH.baselines(),
            List.of(),
            "./evo baseline gemm");

    assertThat(report.text())
        .containsPattern(
            "small \\(M=128 .*\\) +blas +120\\.0 µs +120\\.0 µs +34\\.95 GFLOP/s +fastest")
        .containsPattern("ragged .* wrong .* refused: 59 is odd")
        .contains("blas: blas 1.0", "Again:  ./evo baseline gemm")
        .doesNotContain("Default and champion");
    assertThat(report.json()).contains("\"fastest\" : \"blas\"", "\"p50_ns\" : 120000.0");
    assertThat(report.markdown()).contains("| ragged (M=131 N=77 K=59) | slow | 68.00 µs |");
  }
}
