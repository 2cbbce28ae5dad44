package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import org.junit.jupiter.api.Test;

class PortfolioTest {

  private static final double NONE = Double.NaN;
  private static final double[] DEFAULT = {1, 1, 1};

  private static Portfolio of(double share, int atMost, double[]... ratios) {
    return Portfolio.of(List.of(ratios), GeometricMean::of, new PortfolioSettings(share, atMost));
  }

  @Test
  void of_specialistsAndACompromise_takesTheCompromiseAloneAndTheSpecialistsTogether() {
    Portfolio portfolio =
        of(
            0.01,
            4,
            DEFAULT,
            new double[] {0.5, 0.9, 0.9},
            new double[] {0.9, 0.5, 0.5},
            new double[] {0.6, 0.6, 0.6});

    assertThat(portfolio.steps())
        .extracting(Portfolio.Step::members)
        .containsExactly(List.of(3), List.of(1, 2));
    assertThat(portfolio.steps().getFirst().ratio()).isCloseTo(0.6, within(1e-12));
    assertThat(portfolio.choice().members()).containsExactly(1, 2);
    assertThat(portfolio.choice().ratio()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void of_nearlyAsGoodWithFewer_choosesTheSmallest() {
    double[] good = {0.5, 0.5, 0.505};
    double[] better = {0.6, 0.6, 0.5};

    assertThat(of(0.01, 4, DEFAULT, good, better).chosen()).isEqualTo(1);
    assertThat(of(0, 4, DEFAULT, good, better).chosen()).isEqualTo(2);
  }

  @Test
  void of_atMostTooFew_takesThatManyAllTheSame() {
    Portfolio portfolio =
        of(0, 2, new double[] {0.5, 1, 1}, new double[] {1, 0.5, 1}, new double[] {1, 1, 0.6});

    assertThat(portfolio.choice().members()).containsExactly(0, 1);
    assertThat(portfolio.steps()).hasSize(2);
  }

  @Test
  void of_timedOnSomeShapes_isDispatchedToThereAlone() {
    double[] half = {0.4, NONE, NONE};
    List<double[]> ratios = List.of(DEFAULT, half);
    Portfolio portfolio = of(0.01, 4, DEFAULT, half);

    assertThat(portfolio.steps().getFirst().members()).containsExactly(0);
    assertThat(portfolio.choice().members()).containsExactly(0, 1);
    assertThat(Portfolio.dispatched(portfolio.choice(), ratios, 0)).isEqualTo(1);
    assertThat(Portfolio.dispatched(portfolio.choice(), ratios, 2)).isZero();
  }

  /** Sets of four of 80 are too many to look at all, those of three are not. */
  @Test
  void of_tooManySets_isAsGoodAsSmallerOnesAndNearlyTheBest() {
    var random = new SplittableRandom(4);
    var ratios = new ArrayList<double[]>();
    for (int i = 0; i < 80; i++) {
      ratios.add(DoubleStream.generate(() -> 0.3 + random.nextDouble()).limit(12).toArray());
    }
    Portfolio portfolio = Portfolio.of(ratios, GeometricMean::of, new PortfolioSettings(0, 5));

    assertThat(portfolio.steps())
        .extracting(step -> step.members().size())
        .containsExactly(1, 2, 3, 4, 5);
    for (int k = 1; k < 5; k++) {
      assertThat(portfolio.steps().get(k).ratio()).isLessThan(portfolio.steps().get(k - 1).ratio());
    }
    assertThat(portfolio.steps().get(3).ratio()).isLessThan(1.02 * drawn(ratios, 4));
  }

  /** The best of many sets by lot. */
  private static double drawn(List<double[]> ratios, int size) {
    var random = new SplittableRandom(5);
    double best = Double.POSITIVE_INFINITY;
    for (int draw = 0; draw < 20_000; draw++) {
      double[] fastest = new double[12];
      Arrays.fill(fastest, 9);
      for (int i = 0; i < size; i++) {
        double[] one = ratios.get(random.nextInt(ratios.size()));
        Arrays.setAll(fastest, s -> Math.min(fastest[s], one[s]));
      }
      best = Math.min(best, GeometricMean.of(fastest));
    }
    return best;
  }

  @Test
  void of_nothing_isRefused() {
    assertThatThrownBy(() -> of(0, 1)).hasMessageContaining("at least one configuration");
    assertThatThrownBy(() -> of(0, 1, new double[] {1, NONE}))
        .hasMessageContaining("no timed configuration");
    assertThatThrownBy(() -> new PortfolioSettings(1, 4))
        .hasMessageContaining("portfolio.within must be at least 0% and below 100%, was 100");
    assertThatThrownBy(() -> new PortfolioSettings(0.01, 0))
        .hasMessageContaining("portfolio.at_most must be ≥ 1, was 0");
  }
}
