package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.LongRuns.TimeToTarget;
import dev.evokernel.lab.Trace.Step;
import org.junit.jupiter.api.Test;

final class TimeToTargetTest {

  /** 100 configurations of 1 to 100 ms at one second each; the budget is 24 evaluations. */
  private static final RecordedSpace.Yardstick HUNDRED =
      new RecordedSpace.Yardstick(
          IntStream.rangeClosed(1, 100).asDoubleStream().toArray(),
          IntStream.rangeClosed(1, 100).mapToDouble(_ -> 1).toArray());

  @Test
  void of_runs_countsTheEvaluationsToTheTarget() {
    List<Trace> runs = List.of(trace(5, 1), trace(Double.NaN, 1.5, 3, 1), trace(2));
    assertThat(TimeToTarget.of(runs, HUNDRED, 0, 2).evaluations())
        .containsExactly(2, 4, 2 * HUNDRED.evaluations() + 1);
    assertThat(TimeToTarget.of(runs, HUNDRED, 0.5, 2).evaluations())
        .containsExactly(2, 2, 2 * HUNDRED.evaluations() + 1);
  }

  @Test
  void of_moreBudgetsThanTheSpaceHas_grantsTheSpace() {
    TimeToTarget times = TimeToTarget.of(List.of(trace(2)), HUNDRED, 0, 1000);
    assertThat(times.granted()).isEqualTo(100);
    assertThat(times.evaluations()).containsExactly(101);
    assertThat(times.reached(1000)).isZero();
  }

  @Test
  void reached_moreBudgets_countsLaterRunsToo() {
    var times = new TimeToTarget(10, 50, List.of(10, 11, 20, 51));
    assertThat(times.reached(1)).isEqualTo(0.25);
    assertThat(times.reached(2)).isEqualTo(0.75);
    assertThat(times.reached(9)).isEqualTo(0.75);
  }

  @Test
  void logarithmOfRatio_sameFactorInEveryRun_hasNoError() {
    var times = new TimeToTarget(10, 100, List.of(4, 40));
    Score ratio = times.logarithmOfRatio(new TimeToTarget(10, 100, List.of(2, 20)));
    assertThat(Math.exp(ratio.mean())).isCloseTo(2, within(1e-12));
    assertThat(ratio.standardError()).isCloseTo(0, within(1e-12));
    assertThat(Math.exp(times.logarithm().mean())).isCloseTo(Math.sqrt(0.4 * 4), within(1e-12));
  }

  @Test
  void of_noRuns_isRefused() {
    assertThatThrownBy(() -> TimeToTarget.of(List.of(), HUNDRED, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one run");
  }

  private static Trace trace(double... millis) {
    return new Trace(
        Arrays.stream(millis)
            .mapToObj(
                time ->
                    new Step(
                        new Configuration(Map.of("A", Value.of(1))),
                        Double.isNaN(time) ? OptionalDouble.empty() : OptionalDouble.of(time),
                        1))
            .toList());
  }
}
