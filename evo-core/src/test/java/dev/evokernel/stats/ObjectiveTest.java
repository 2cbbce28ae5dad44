package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.Test;

final class ObjectiveTest {

  private static final Measured DEFAULT = measured(1000, 100);
  private static final Objective WORST = over(new Over.Worst());

  private static Objective over(Over over) {
    return new Objective(over, List.of(Metric.TIME));
  }

  private static Objective minimising(Metric... metrics) {
    return new Objective(new Over.Geomean(), List.of(metrics));
  }

  private static Measured measured(double small, double large) {
    return new Measured(
        List.of(
            new Measurement("small", Samples.of(small), 1, List.of()),
            new Measurement("large", Samples.of(large), 1, List.of())));
  }

  /** One shape with all that there is to tell. */
  private static Measured telling(double nanos, double joules, double... excesses) {
    List<OutputComparison> accuracy =
        java.util.Arrays.stream(excesses)
            .mapToObj(excess -> new OutputComparison("y", 1, 0, 0, 0, 1, 1, excess))
            .toList();
    return new Measured(
        List.of(
            new Measurement(
                "small",
                Samples.of(nanos),
                1,
                accuracy,
                null,
                OptionalDouble.of(joules),
                DeviceState.UNKNOWN)));
  }

  @Test
  void first_ofTheDefaultItself_isOne() {
    assertThat(Objective.DEFAULT.first(DEFAULT, DEFAULT)).hasValue(1);
    assertThat(WORST.first(DEFAULT, DEFAULT)).hasValue(1);
  }

  @Test
  void first_fasterHereAndSlowerThere_isTheGeometricMean() {
    assertThat(Objective.DEFAULT.first(measured(500, 50), DEFAULT).orElseThrow())
        .isCloseTo(0.5, within(1e-9));
    assertThat(Objective.DEFAULT.first(measured(250, 400), DEFAULT).orElseThrow())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void first_overTheWorst_isTheShapeThatComesOffWorst() {
    assertThat(WORST.first(measured(250, 90), DEFAULT).orElseThrow()).isCloseTo(0.9, within(1e-9));
    assertThat(WORST.first(measured(1500, 10), DEFAULT).orElseThrow()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void first_withWeights_isTheWeightedGeometricMean() {
    var weighted = over(new Over.Weighted(Map.of("small", 2.0, "large", 1.0)));
    assertThat(weighted.first(measured(125, 100), DEFAULT).orElseThrow())
        .isCloseTo(0.25, within(1e-9)); // (1/8)^(2/3)
    assertThat(weighted.first(measured(1000, 12.5), DEFAULT).orElseThrow())
        .isCloseTo(0.5, within(1e-9)); // (1/8)^(1/3)
  }

  @Test
  void values_ofTwoMetrics_areRelativeTimeAndTheWorstErrorItself() {
    var values =
        minimising(Metric.TIME, Metric.ACCURACY)
            .values(telling(50, 2, 0.25, 0.75), telling(100, 4, 0))
            .orElseThrow();
    assertThat(values.data()).containsExactly(0.5, 0.75);
  }

  @Test
  void values_ofEnergy_areRelativeToTheDefaults() {
    assertThat(minimising(Metric.ENERGY).first(telling(50, 3), telling(100, 4))).hasValue(0.75);
    assertThat(
            minimising(Metric.TIME, Metric.ENERGY)
                .values(telling(50, 2), telling(100, 4))
                .orElseThrow()
                .data())
        .containsExactly(0.5, 0.5);
  }

  @Test
  void values_ofWhatTheDeviceDoesNotTell_areNone() {
    var objective = minimising(Metric.TIME, Metric.ENERGY);
    assertThat(objective.values(DEFAULT, DEFAULT)).isEmpty();
    assertThat(objective.missingFrom(DEFAULT)).contains(Metric.ENERGY);
    assertThat(Objective.DEFAULT.missingFrom(DEFAULT)).isEmpty();
    assertThat(minimising(Metric.TIME, Metric.ACCURACY).missingFrom(DEFAULT))
        .contains(Metric.ACCURACY);
  }

  @Test
  void objective_ofWhatNobodyKnows_isRefused() {
    assertThatThrownBy(() -> minimising(Metric.ACCURACY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time and accuracy");
    assertThat(Objective.knows(List.of(Metric.ENERGY, Metric.ACCURACY))).isFalse();
    assertThatThrownBy(() -> new Over.Weighted(Map.of("small", 0.0)))
        .hasMessageContaining("'small' must be > 0, was 0.0");
  }

  @Test
  void onOtherShapes_keepsAllButTheWeights() {
    assertThat(over(new Over.Weighted(Map.of("small", 2.0))).onOtherShapes())
        .isEqualTo(Objective.DEFAULT);
    assertThat(WORST.onOtherShapes()).isEqualTo(WORST);
  }
}
