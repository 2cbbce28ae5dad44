package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdaptiveOperatorSelectionTest {

  private static final int MANY = 10_000;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
  private final List<VariationKind> origins =
      List.of(VariationKind.CROSSOVER, VariationKind.REFINEMENT, VariationKind.IMMIGRATION);

  @Test
  void draw_nothingLearnt_isEven() {
    assertThat(share(new AdaptiveOperatorSelection(origins, true), VariationKind.REFINEMENT))
        .isBetween(0.31, 0.36);
  }

  @Test
  void draw_oneOriginSucceeds_takesMostAndLeavesTheOthersSome() {
    var shares = taught(true);
    assertThat(share(shares, VariationKind.REFINEMENT)).isGreaterThan(0.8);
    assertThat(share(shares, VariationKind.IMMIGRATION)).isGreaterThan(0.02);
  }

  @Test
  void draw_whatWorkedWorksNoMore_sharesFollow() {
    var shares = taught(true);
    for (int i = 0; i < 150; i++) {
      shares.learn(VariationKind.REFINEMENT, false);
      shares.learn(VariationKind.CROSSOVER, true);
    }
    assertThat(share(shares, VariationKind.CROSSOVER)).isGreaterThan(0.8);
  }

  @Test
  void draw_withoutAdaptation_staysEven() {
    assertThat(share(taught(false), VariationKind.REFINEMENT)).isBetween(0.31, 0.36);
  }

  private AdaptiveOperatorSelection taught(boolean adapts) {
    var shares = new AdaptiveOperatorSelection(origins, adapts);
    for (int i = 0; i < 150; i++) {
      origins.forEach(origin -> shares.learn(origin, origin == VariationKind.REFINEMENT));
    }
    return shares;
  }

  private double share(AdaptiveOperatorSelection shares, VariationKind origin) {
    return IntStream.range(0, MANY).filter(_ -> shares.draw(random) == origin).count()
        / (double) MANY;
  }
}
