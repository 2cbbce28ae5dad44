package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Shape;
import dev.evokernel.shipping.DispatchRule.Leaf;
import dev.evokernel.store.ExampleRun;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class DispatchReportTest {

  private final ShapeFeatures features =
      ShapeFeatures.of(Saxpy.read(), List.of(), OptionalLong.empty());
  private final DispatchRule rule =
      new DispatchRule.Split(
          features.atMost("N", 4096), new Leaf(List.of(0, 1)), new Leaf(List.of(1, 0)));

  private static ShapeTimes times(long n, double first, double second) {
    return new ShapeTimes(new Shape("s", Map.of("N", n)), List.of(first, second), 0.02);
  }

  private DispatchReport report(List<DispatchReport.Line> lines, int wanted, double expected) {
    return new DispatchReport(
        "saxpy on a device, run saxpy-1",
        new Dispatch(
            ExampleRun.candidates().subList(0, 2),
            features,
            rule,
            new Leaf(List.of(1, 0)),
            expected,
            List.of(times(1003, 1, 2), times(40_000, 2, 1)),
            List.of()),
        lines,
        wanted,
        "evo dispatch saxpy-1");
  }

  private final List<DispatchReport.Line> lines =
      List.of(
          new DispatchReport.Line(times(1000, 100, 200), 0, 0, 1),
          new DispatchReport.Line(times(5000, 100, 121), 1, 0, 1),
          new DispatchReport.Line(times(9000, 101, 100), 0, 1, 1));

  @Test
  void text_ofMeasuredShapes_hasTheRuleAndBothOtherChoices() {
    String text = report(lines, 3, 0.013).text();

    assertThat(text)
        .contains("if N <= 4096: candidate 1", "else: candidate 2")
        .contains(
            "learnt from 2 declared shapes. Cross-validated loss against the best of the 2: 1.3 %")
        .containsPattern("this rule +6\\.9 % +21\\.0 % +67 %")
        .containsPattern("nearest declared shape +0\\.0 % +0\\.0 % +100 %")
        .containsPattern("candidate 2 for all +34\\.3 % +100\\.0 % +33 %")
        .contains("On 3 unseen shapes the rule loses 6.9 % on average")
        .containsPattern("N=5000 +2 +121\\.0 ns +1 +100\\.0 ns +21\\.0 %");
  }

  @Test
  void text_fewerThanAskedFor_saysSo() {
    assertThat(report(lines, 40, 0.013).text()).contains("40 shapes were requested: out of time");
    assertThat(report(List.of(), 40, Double.NaN).text()).contains("not measured (out of time)");
  }

  @Test
  void text_withoutRanges_saysThatNothingIsKnownElsewhere() {
    assertThat(report(List.of(), 0, Double.NaN).text())
        .contains("Loss on other shapes: unknown", "kernel.yaml has no 'ranges'")
        .doesNotContain("Cross-validated");
  }

  @Test
  void csv_hasALineForEachShape() {
    assertThat(report(lines, 3, 0).csv().lines())
        .hasSize(4)
        .first()
        .isEqualTo(
            "shape,candidate,p50_ns,best,best_p50_ns,loss,among_the_best,nearest_loss,single_loss");
    assertThat(report(lines, 3, 0).json()).contains("\"at_most\" : 4096", "\"mean_loss\"");
  }
}
