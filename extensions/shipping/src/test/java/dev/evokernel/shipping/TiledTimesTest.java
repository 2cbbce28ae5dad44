package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.shipping.DispatchRule.Leaf;
import org.junit.jupiter.api.Test;

/**
 * Shapes of attention as its ranges have them, on a device of 132 cores that takes whole rounds of
 * tiles: large tiles are better by themselves, and worse where they leave cores without work.
 */
final class TiledTimesTest {

  private static final long CORES = 132;
  private static final List<Long> GROUPS = List.of(1L, 2L, 3L);
  private static final double[] RATE = {0.8, 1.0, 1.1};

  private final Kernel kernel = KernelReader.read(Path.of("../kernels/attention"), "cuda");

  private List<ShapeTimes> drawn(int count, SplittableRandom random) {
    ShapeRanges ranges = kernel.ranges();
    return Stream.generate(
            () -> ranges.draw("s", kernel.defaultShapes(), kernel.entryPoint().macros(), random))
        .flatMap(Optional::stream)
        .limit(count)
        .map(shape -> new ShapeTimes(shape, nanos(shape, random), 0.01))
        .toList();
  }

  private static List<Double> nanos(Shape shape, SplittableRandom random) {
    return GROUPS.stream()
        .map(
            groups -> {
              long queries = 64 * groups;
              long tiles =
                  size(shape, "B") * size(shape, "H") * Math.ceilDiv(size(shape, "S"), queries);
              double perTile = queries * (size(shape, "S") + 256.0);
              return Math.ceilDiv(tiles, CORES)
                  * perTile
                  / RATE[(int) (groups - 1)]
                  * random.nextDouble(0.997, 1.003);
            })
        .toList();
  }

  private static long size(Shape shape, String dimension) {
    return shape.dimensions().getOrDefault(dimension, 0L);
  }

  private static double mean(ShapeFeatures features, DispatchRule rule, List<ShapeTimes> unseen) {
    return unseen.stream()
        .mapToDouble(one -> one.loss(RuleLearning.chosen(features, rule, one)))
        .average()
        .orElseThrow();
  }

  @Test
  void of_roundsOfTiles_losesLittleOnUnseenShapes() {
    List<Configuration> set =
        GROUPS.stream()
            .map(groups -> kernel.defaultConfiguration().with("CONSUMERS", Value.of((long) groups)))
            .toList();
    ShapeFeatures features = ShapeFeatures.of(kernel, set, OptionalLong.of(CORES));
    double rule = 0;
    double single = 0;
    for (int seed = 1; seed <= 5; seed++) {
      var random = new SplittableRandom(seed);
      RuleLearning learnt = RuleLearning.of(features, drawn(70, random));
      List<ShapeTimes> unseen = drawn(200, random);
      rule += mean(features, learnt.rule(), unseen) / 5;
      single += mean(features, new Leaf(learnt.single().configurations()), unseen) / 5;
    }

    assertThat(rule).isLessThan(0.03);
    assertThat(single).isGreaterThan(0.1);
  }
}
