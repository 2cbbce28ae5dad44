package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

class SamplingTest {

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);

  @Test
  void sample_manyTimes_isUniformOverValidConfigurations() {
    SearchSpace space =
        Spaces.space(
            List.of(Spaces.range("A", 1, 6), Spaces.range("B", 1, 6), Spaces.range("C", 1, 3)),
            "A % B == 0");
    int cells = (int) space.size();
    assertThat(cells).isEqualTo(42);
    int draws = 1000 * cells;
    long[] counts = new long[cells];
    for (int i = 0; i < draws; i++) {
      counts[(int) space.indexOf(space.sample(random)).orElseThrow()]++;
    }
    double chiSquare = 0;
    for (long count : counts) {
      chiSquare += (count - 1000.0) * (count - 1000.0) / 1000.0;
    }
    // 41 degrees of freedom: the 99.9 % quantile is 74.7, the 0.1 % quantile 18.6.
    assertThat(chiSquare).isBetween(18.6, 74.7);
  }

  @Test
  void nearest_severalEquallyNear_drawsEachOfThem() {
    SearchSpace space = Spaces.space(List.of(Spaces.range("A", 1, 3)), "A != 2");
    int high = 0;
    for (int i = 0; i < 1000; i++) {
      high += space.nearest(new int[] {1}, random)[0] == 2 ? 1 : 0;
    }
    assertThat(high).isBetween(430, 570);
  }

  @Test
  void nearest_nothingWithinTwoParameters_comparesEveryConfiguration() {
    SearchSpace space =
        Spaces.space(
            List.of(
                Spaces.range("A", 0, 3),
                Spaces.range("B", 0, 3),
                Spaces.range("C", 0, 3),
                Spaces.range("D", 0, 3)),
            "A == B and B == C and C == D and A >= 2");
    assertThat(space.nearest(new int[] {0, 0, 0, 1}, random)).containsExactly(2, 2, 2, 2);
    assertThat(space.nearest(new int[] {0, 0, 3, 3}, random)).containsExactly(3, 3, 3, 3);
  }
}
