package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import java.util.random.RandomGenerator.SplittableGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RandomStreamTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 42, -7, Long.MIN_VALUE})
  void numbers_anySeed_areThoseOfTheJdk(long seed) {
    RandomStream ours = RandomStream.of(seed);
    SplittableGenerator theirs =
        RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom").create(seed);
    for (int generation = 0; generation < 4; generation++) {
      assertThat(draw(ours)).isEqualTo(draw(theirs));
      assertThat(ours.nextInt(1000)).isEqualTo(theirs.nextInt(1000));
      assertThat(ours.nextInt(3, 1 << 30)).isEqualTo(theirs.nextInt(3, 1 << 30));
      assertThat(ours.nextDouble()).isEqualTo(theirs.nextDouble());
      assertThat(ours.nextBoolean()).isEqualTo(theirs.nextBoolean());
      RandomStream split = ours.split();
      SplittableGenerator theirSplit = theirs.split();
      assertThat(draw(split)).isEqualTo(draw(theirSplit));
      ours = split;
      theirs = theirSplit;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 42})
  void restore_statesOfAnotherFamilyOfTheSeed_goOnAlike(long seed) {
    RandomStream one = RandomStream.of(seed);
    RandomStream child = one.split();
    draw(child);
    long[] states = one.states();
    RandomStream other = RandomStream.of(seed);
    RandomStream otherChild = other.split();
    other.restore(states);
    assertThat(draw(otherChild)).isEqualTo(draw(child));
    assertThat(draw(other)).isEqualTo(draw(one));
    assertThatThrownBy(() -> RandomStream.of(seed).restore(states))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The state has 6 words, but 1 streams need 3 each.");
  }

  private static long[] draw(RandomGenerator random) {
    return LongStream.range(0, 100).map(_ -> random.nextLong()).toArray();
  }
}
