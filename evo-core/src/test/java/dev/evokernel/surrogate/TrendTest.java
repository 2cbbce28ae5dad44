package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import org.junit.jupiter.api.Test;

final class TrendTest {

  private final List<Parameter> parameters =
      List.of(Spaces.range("A", 1, 20), Spaces.range("B", 1, 20));

  private final List<int[]> choices =
      new SplittableRandom(3)
          .ints(40, 0, 400)
          .distinct()
          .mapToObj(i -> new int[] {i / 20, i % 20})
          .toList();

  private static double objective(int... choices) {
    return 1 + Math.abs(choices[0] - 13) + 0.5 * Math.abs(choices[1] - 4);
  }

  private RelatedOutput related(String name, ToDoubleFunction<int[]> objective) {
    return related(name, OptionalInt.empty(), objective);
  }

  private RelatedOutput related(
      String name, OptionalInt variant, ToDoubleFunction<int[]> objective) {
    List<Observation> all =
        IntStream.range(0, 400)
            .mapToObj(i -> new int[] {i / 20, i % 20})
            .map(one -> new Observation(one, objective.applyAsDouble(one)))
            .toList();
    return new RelatedOutput(name, variant, parameters, all, new SplittableRandom(1));
  }

  private Trend fitted(RelatedOutput... outputs) {
    var trend = new Trend(List.of(outputs), 1);
    var coordinates = new Coordinates(parameters, false);
    var transform = ObjectiveTransform.of(choices.stream().map(TrendTest::objective).toList(), 1);
    trend.fit(
        choices,
        new CovarianceFunction(coordinates, Hyperparameters.prior(coordinates, 0.4)),
        choices,
        choices.stream().mapToDouble(one -> transform.of(objective(one))).toArray());
    return trend;
  }

  @Test
  void at_otherUnitOfTheSameOrder_isFollowed() {
    Trend trend = fitted(related("slower", one -> 7 * objective(one)));
    assertThat(trend.at(13, 4)).isLessThan(-1.5);
    assertThat(trend.at(0, 19)).isGreaterThan(1);
  }

  @Test
  void at_unrelated_countsForNothing() {
    var random = new SplittableRandom(5);
    Trend trend = fitted(related("random", _ -> 1 + random.nextDouble()));
    assertThat(trend.at(13, 4)).isZero();
  }

  @Test
  void at_oppositeOrder_countsForNothing() {
    Trend trend = fitted(related("opposite", one -> 1 / objective(one)));
    assertThat(trend.at(13, 4)).isZero();
  }

  @Test
  void at_oneFollowsAndOneDoesNot_isThatOfTheOneThatDoes() {
    var random = new SplittableRandom(5);
    Trend both =
        fitted(
            related("random", _ -> 1 + random.nextDouble()),
            related("slower", one -> 7 * objective(one)));
    assertThat(both.at(13, 4)).isLessThan(-1);
  }

  @Test
  void at_nothingEvaluated_isTheOutputsOwnOrder() {
    var trend = new Trend(List.of(related("slower", one -> 7 * objective(one))), 1);
    assertThat(trend.at(13, 4)).isLessThan(trend.at(13, 9)).isLessThan(0);
  }

  @Test
  void at_otherVariantThanTheOutputs_isZero() {
    Trend trend = fitted(related("one", OptionalInt.of(13), TrendTest::objective));
    assertThat(trend.at(12, 4)).isZero();
    assertThat(trend.at(13, 19)).isNotZero();
  }

  @Test
  void of_notMeasured_isPredicted() {
    List<Observation> some =
        choices.stream().map(one -> new Observation(one, objective(one))).toList();
    var related =
        new RelatedOutput("few", OptionalInt.empty(), parameters, some, new SplittableRandom(1));
    assertThat(related.of(choices.getFirst())).isEqualTo(objective(choices.getFirst()));
    assertThat(related.of(13, 4)).isLessThan(related.of(1, 18));
  }
}
