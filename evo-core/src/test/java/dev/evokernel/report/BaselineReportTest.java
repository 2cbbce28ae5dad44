package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunHistory;
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
    return Altered.of(without, "baselines", List.of(baselines), "devices", List.of());
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
}
