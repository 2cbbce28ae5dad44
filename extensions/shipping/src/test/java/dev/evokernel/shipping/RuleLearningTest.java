package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import dev.evokernel.shipping.DispatchRule.Leaf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RuleLearningTest {

  private static final String TYPE = "T";

  private static Shape shape(RandomGenerator random) {
    var dimensions = new LinkedHashMap<String, Long>();
    dimensions.put("B", logarithmic(random, 1, 32));
    dimensions.put("S", logarithmic(random, 64, 8192));
    return new Shape(
        "s" + random.nextInt(),
        dimensions,
        Map.of(TYPE, Value.of(random.nextBoolean() ? "f16" : "bf16")),
        CacheState.HOT);
  }

  private static long logarithmic(RandomGenerator random, double low, double high) {
    return Math.round(low * Math.pow(high / low, random.nextDouble()));
  }

  private static List<ShapeTimes> measured(
      int count, double noise, RandomGenerator random, Function<Shape, List<Double>> nanos) {
    return Stream.generate(() -> shape(random))
        .limit(count)
        .map(shape -> new ShapeTimes(shape, nanos.apply(shape), noise))
        .toList();
  }

  private static long dimension(Shape shape, String name) {
    return shape.dimensions().getOrDefault(name, 0L);
  }

  private static ShapeFeatures features(List<ShapeTimes> measured) {
    return ShapeFeatures.of(measured.stream().map(ShapeTimes::shape).toList(), List.of());
  }

  private static double meanLoss(
      ShapeFeatures features, DispatchRule rule, List<ShapeTimes> measured) {
    return Math.expm1(
        measured.stream()
            .mapToDouble(one -> Math.log1p(one.loss(RuleLearning.chosen(features, rule, one))))
            .average()
            .orElseThrow());
  }

  /**
   * Two configurations, of which the first is 30 % faster on small products and slower on large.
   */
  private static List<Double> byProduct(Shape shape) {
    double work = dimension(shape, "B") * dimension(shape, "S");
    return work <= 8192 ? List.of(work, 1.3 * work) : List.of(1.5 * work, work);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void of_boundaryOfAProduct_isFoundAndServesUnseenShapes(long seed) {
    var random = new SplittableRandom(seed);
    List<ShapeTimes> known = measured(60, 0.01, random, RuleLearningTest::byProduct);
    ShapeFeatures features = features(known);

    RuleLearning learnt = RuleLearning.of(features, known);

    assertThat(learnt.rule().lines(List.of("one", "other")))
        .first()
        .asString()
        .startsWith("if B * S <= ");
    assertThat(
            meanLoss(
                features, learnt.rule(), measured(200, 0.01, random, RuleLearningTest::byProduct)))
        .isLessThan(0.02);
  }

  @Test
  void of_fact_isAskedFor() {
    List<ShapeTimes> known =
        measured(
            20,
            0.01,
            new SplittableRandom(1),
            shape ->
                Value.of("f16").equals(shape.facts().get(TYPE))
                    ? List.of(1.0, 2.0)
                    : List.of(2.0, 1.0));

    ShapeFeatures features = features(known);
    DispatchRule rule = RuleLearning.of(features, known).rule();

    assertThat(rule).isInstanceOf(DispatchRule.Split.class);
    assertThat(((DispatchRule.Split) rule).question()).isInstanceOf(DispatchRule.Question.Is.class);
    assertThat(meanLoss(features, rule, known)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void of_differencesWithinTheNoise_doesNotSplit(long seed) {
    var random = new SplittableRandom(seed);
    List<ShapeTimes> known =
        measured(
            40,
            0.03,
            random,
            _ -> List.of(1 + random.nextDouble(0.03), 1 + random.nextDouble(0.03)));

    assertThat(RuleLearning.of(features(known), known).rule()).isInstanceOf(Leaf.class);
  }

  @Test
  void of_differencesThatFollowFromNothing_losesHardlyMoreThanASingleOne() {
    double more =
        IntStream.range(0, 20)
            .mapToDouble(
                seed -> {
                  var random = new SplittableRandom(seed);
                  Function<Shape, List<Double>> nanos =
                      _ -> List.of(1 + random.nextDouble(), 1 + random.nextDouble());
                  List<ShapeTimes> known = measured(40, 0, random, nanos);
                  List<ShapeTimes> unseen = measured(400, 0, random, nanos);
                  ShapeFeatures features = features(known);
                  return meanLoss(features, RuleLearning.of(features, known).rule(), unseen)
                      - meanLoss(features, new Leaf(List.of(0)), unseen);
                })
            .average()
            .orElseThrow();

    assertThat(more).isLessThan(0.01);
  }

  @Test
  void of_oneOutlier_doesNotSplit() {
    List<ShapeTimes> known =
        new ArrayList<>(measured(19, 0, new SplittableRandom(3), _ -> List.of(1.0, 1.2)));
    known.add(measured(1, 0, new SplittableRandom(4), _ -> List.of(2.0, 1.0)).getFirst());

    assertThat(RuleLearning.of(features(known), known).rule()).isInstanceOf(Leaf.class);
  }

  @Test
  void of_lossesOfUnequalWeight_minimisesTheLossAndNotTheErrors() {
    // The second is best on most shapes by a hair, and by a factor worse on the others.
    List<ShapeTimes> known =
        measured(
            30,
            0,
            new SplittableRandom(5),
            shape ->
                Math.floorMod(shape.name().hashCode(), 4) != 0
                    ? List.of(1.001, 1.0)
                    : List.of(1.0, 3.0));

    ShapeFeatures features = features(known);
    DispatchRule rule = RuleLearning.of(features, known).rule();

    assertThat(rule.at(features.frame(known.getFirst().shape())).configuration()).isZero();
  }

  @Test
  void of_configurationThatCannotRunEverywhere_servesOnlyWhereItRuns() {
    List<ShapeTimes> known =
        measured(
            40,
            0.01,
            new SplittableRandom(6),
            shape -> List.of(dimension(shape, "S") % 2 == 0 ? 1.0 : Double.NaN, 2.0));
    ShapeFeatures features = features(known);

    DispatchRule rule = RuleLearning.of(features, known).rule();

    assertThat(meanLoss(features, rule, known)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void of_anyTimes_losesNoMoreThanTheBestSingleOneOnWhatItKnows(long seed) {
    var random = new SplittableRandom(seed);
    List<ShapeTimes> known =
        measured(
            25,
            0,
            random,
            _ ->
                List.of(random.nextDouble(1, 2), random.nextDouble(1, 2), random.nextDouble(1, 2)));
    ShapeFeatures features = features(known);

    double rule = meanLoss(features, RuleLearning.of(features, known).rule(), known);

    for (int one = 0; one < 3; one++) {
      assertThat(rule)
          .isLessThanOrEqualTo(meanLoss(features, new Leaf(List.of(one)), known) + 1e-9);
    }
  }

  @Test
  void of_sameTimesTwice_isTheSameRule() {
    List<ShapeTimes> known =
        measured(50, 0.01, new SplittableRandom(7), RuleLearningTest::byProduct);

    List<String> names = List.of("one", "other");
    assertThat(RuleLearning.of(features(known), known).rule().lines(names))
        .isEqualTo(RuleLearning.of(features(known), known).rule().lines(names));
  }

  @Test
  void of_singleShape_isItsBest() {
    List<ShapeTimes> known = measured(1, 0, new SplittableRandom(8), _ -> List.of(2.0, 1.0));

    RuleLearning learnt = RuleLearning.of(features(known), known);

    assertThat(learnt.rule()).isEqualTo(new Leaf(List.of(1, 0)));
    assertThat(learnt.expected()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void between_anyTwoValues_tellsThemApart(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 2000; i++) {
      double low = random.nextInt(-5, 1 << random.nextInt(1, 30));
      double high = low + random.nextInt(1, 1 << random.nextInt(1, 30));
      assertThat(TreeGrowth.hasThreshold(low, high)).isTrue();
      assertThat((double) TreeGrowth.threshold(low, high)).isBetween(low, high - 1);
    }
    assertThat(TreeGrowth.threshold(437, 2048)).isEqualTo(1024);
    assertThat(TreeGrowth.hasThreshold(0.2, 0.7)).isFalse();
    assertThat(TreeGrowth.threshold(1.5, 2.5)).isEqualTo(2);
  }

  @Test
  void cost_withinTheNoise_isNothing() {
    var times = new ShapeTimes(shape(new SplittableRandom(1)), List.of(1.0, 1.01, 1.1), 0.02);

    assertThat(times.cost(1)).isZero();
    assertThat(times.cost(2)).isCloseTo(Math.log(1.1 / 1.02), within(1e-12));
    assertThat(times.loss(2)).isCloseTo(0.1, within(1e-12));
  }
}
