package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RankCorrelationTest {

  @Test
  void ranks_ofEqualValues_areTheMeanOfTheirPlaces() {
    assertThat(RankCorrelation.ranks(3, 1, 3, 2)).containsExactly(3.5, 1, 3.5, 2);
    assertThat(RankCorrelation.ranks(7, 7, 7)).containsExactly(2, 2, 2);
  }

  /** By hand, from ranks 1 2.5 2.5 4 5 and 2 1 3 4.5 4.5: sums of products 7.5, of squares 9.5. */
  @Test
  void rho_ofATextbookExampleWithTies_isPearsonOfTheRanks() {
    double[] first = {1, 2, 2, 3, 4};
    double[] second = {20, 10, 30, 40, 40};
    assertThat(RankCorrelation.rho(first, second)).hasValueCloseTo(7.5 / 9.5, within(1e-12));
  }

  @Test
  void rho_ofAnyOrders_isSymmetricBoundedAndBlindToMonotoneChanges() {
    var random = new SplittableRandom(1);
    for (int trial = 0; trial < 300; trial++) {
      int size = random.nextInt(2, 30);
      double[] x = random.ints(size, 0, 10).asDoubleStream().toArray();
      double[] y = random.ints(size, 0, 10).asDoubleStream().toArray();
      var rho = RankCorrelation.rho(x, y);
      assertThat(RankCorrelation.rho(y, x)).isEqualTo(rho);
      if (rho.isPresent()) {
        double[] stretched = Arrays.stream(x).map(value -> Math.exp(value / 3)).toArray();
        double[] turned = Arrays.stream(x).map(value -> -value).toArray();
        assertThat(rho.getAsDouble()).isBetween(-1.0, 1.0);
        assertThat(RankCorrelation.rho(stretched, y))
            .hasValueCloseTo(rho.getAsDouble(), within(1e-12));
        assertThat(RankCorrelation.rho(turned, y))
            .hasValueCloseTo(-rho.getAsDouble(), within(1e-12));
      }
    }
  }

  @Test
  void rho_whereAllAreAlike_isUnknown() {
    assertThat(RankCorrelation.rho(new double[] {1, 1, 1}, new double[] {1, 2, 3})).isEmpty();
  }

  @Test
  void of_theSameOrder_isOneWithAnIntervalThatIsOne() {
    double[] values = {3, 1, 4, 1.5, 9, 2.6};
    RankCorrelation same =
        RankCorrelation.of(values, values, new SplittableRandom(1)).orElseThrow();
    assertThat(same.rho()).isEqualTo(1);
    assertThat(same.low()).isCloseTo(1, within(1e-12));
    assertThat(same.pairs()).isEqualTo(6);
  }

  @Test
  void of_independentValues_hasAnIntervalThatMostlyHoldsZero() {
    var random = new SplittableRandom(2);
    int holding = 0;
    for (int trial = 0; trial < 40; trial++) {
      double[] x = random.doubles(20).toArray();
      double[] y = random.doubles(20).toArray();
      RankCorrelation none = RankCorrelation.of(x, y, random.split()).orElseThrow();
      assertThat(none.rho()).isBetween(none.low(), none.high());
      holding += none.low() <= 0 && none.high() >= 0 ? 1 : 0;
    }
    assertThat(holding).isGreaterThanOrEqualTo(32);
  }

  @Test
  void of_threePairs_isUnknown() {
    double[] three = {1, 2, 3};
    assertThat(RankCorrelation.of(three, three, new SplittableRandom(1))).isEmpty();
  }

  @Test
  void rho_ofUnequalLengths_isRefused() {
    assertThatThrownBy(() -> RankCorrelation.rho(new double[] {1}, new double[] {1, 2}))
        .hasMessageContaining("equal counts, had 1 and 2");
  }
}
