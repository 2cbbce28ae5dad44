package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|true|0",
        "116928|true|116,928",
        "999999999999|true|999,999,999,999",
        "3124000000000000000|true|3.124e18",
        "312|false|about 312",
        "3124000000000|false|about 3.1e12",
        "100000000000000000000000000000|true|1.000e29"
      })
  void toString_ofACount_isReadable(BigInteger value, boolean exact, String expected) {
    assertThat(new Count(value, exact)).hasToString(expected);
  }

  @Test
  void saturated_beyondLongs_isTheGreatestLong() {
    BigInteger greatest = BigInteger.valueOf(Long.MAX_VALUE);
    assertThat(new Count(greatest, true).saturated()).isEqualTo(Long.MAX_VALUE);
    assertThat(new Count(greatest.add(BigInteger.ONE), true).saturated()).isEqualTo(Long.MAX_VALUE);
    assertThat(new Count(BigInteger.TWO, true).saturated()).isEqualTo(2);
  }

  @Test
  void new_negative_isRefused() {
    assertThatThrownBy(() -> new Count(BigInteger.valueOf(-1), true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "7", "8", "9", "256", "257"})
  void below_aBound_drawsEachNumberAlike(int bound) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
    int[] counts = new int[bound];
    for (int draw = 0; draw < 400 * bound; draw++) {
      counts[Count.below(BigInteger.valueOf(bound), random).intValueExact()]++;
    }
    // Six standard deviations on either side.
    assertThat(IntStream.of(counts)).allMatch(count -> count > 280 && count < 520);
  }
}
