package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharesTest {

  private static final int MANY = 10_000;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
  private final List<Origin> origins =
      List.of(Origin.CROSSOVER, Origin.REFINEMENT, Origin.IMMIGRATION);

  @Test
  void draw_nothingLearnt_isEven() {
    assertThat(share(new Shares(origins, true), Origin.REFINEMENT)).isBetween(0.31, 0.36);
  }

  @Test
  void draw_oneOriginSucceeds_takesMostAndLeavesTheOthersSome() {
    var shares = taught(true);
    assertThat(share(shares, Origin.REFINEMENT)).isGreaterThan(0.8);
    assertThat(share(shares, Origin.IMMIGRATION)).isGreaterThan(0.02);
  }

  @Test
  void draw_whatWorkedWorksNoMore_sharesFollow() {
    var shares = taught(true);
    for (int i = 0; i < 150; i++) {
      shares.learn(Origin.REFINEMENT, false);
      shares.learn(Origin.CROSSOVER, true);
    }
    assertThat(share(shares, Origin.CROSSOVER)).isGreaterThan(0.8);
  }

  @Test
  void draw_withoutAdaptation_staysEven() {
    assertThat(share(taught(false), Origin.REFINEMENT)).isBetween(0.31, 0.36);
  }

  private Shares taught(boolean adapts) {
    var shares = new Shares(origins, adapts);
    for (int i = 0; i < 150; i++) {
      origins.forEach(origin -> shares.learn(origin, origin == Origin.REFINEMENT));
    }
    return shares;
  }

  private double share(Shares shares, Origin origin) {
    return IntStream.range(0, MANY).filter(_ -> shares.draw(random) == origin).count()
        / (double) MANY;
  }
}
