package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;

class RaceTest {

  private static double[] constant(double nanos, int count) {
    double[] all = new double[count];
    Arrays.fill(all, nanos);
    return all;
  }

  @Test
  void isLost_samplesAtTheBest_isNeverLost() {
    assertThat(Race.DEFAULT.isLost(constant(1000, 10_000), 10_000, 1000)).isFalse();
  }

  @Test
  void isLost_farAbove_takesFourSamples() {
    double[] slow = constant(1600, 4);

    assertThat(Race.DEFAULT.isLost(slow, 3, 1000)).isFalse();
    assertThat(Race.DEFAULT.isLost(slow, 4, 1000)).isTrue();
  }

  @Test
  void isLost_justAboveTheMargin_takesSeventeenSamples() {
    double[] slow = constant(1021, 17);

    assertThat(Race.DEFAULT.isLost(slow, 16, 1000)).isFalse();
    assertThat(Race.DEFAULT.isLost(slow, 17, 1000)).isTrue();
  }

  @Test
  void isLost_threeDisturbedSamplesOfAGoodProgram_areForgiven() {
    double[] disturbed = constant(990, 50);
    Arrays.fill(disturbed, 0, 3, 9000);

    assertThat(Race.DEFAULT.isLost(disturbed, 50, 1000)).isFalse();
  }

  @Test
  void isLost_nothingKnown_isNeverLost() {
    assertThat(Race.DEFAULT.isLost(constant(9e9, 100), 100, Double.POSITIVE_INFINITY)).isFalse();
  }

  @Test
  void isLost_off_isNeverLost() {
    assertThat(Race.OFF.isLost(constant(9e9, 5000), 5000, 1000)).isFalse();
  }

  /** The median lies at the cut-off itself, and every twentieth sample is disturbed. */
  @Test
  void isLost_medianAtTheCutOff_happensNoMoreOftenThanStated() {
    RandomGenerator random = new SplittableRandom(1);
    var race = new Race(0.02, 0);
    int races = 4000;
    int lost = 0;
    for (int i = 0; i < races; i++) {
      double[] nanos = new double[200];
      for (int j = 0; j < nanos.length; j++) {
        boolean above = random.nextBoolean();
        nanos[j] = !above ? 990 : random.nextInt(10) == 0 ? 5000 : 1010;
      }
      lost += race.isLost(nanos, nanos.length, 1000) ? 1 : 0;
    }

    // Binomial: 80 expected at the worst, standard deviation 8.9.
    assertThat(lost).isLessThan(80 + 4 * 9).isPositive();
  }

  @Test
  void new_errorOutsideItsRange_isRefused() {
    assertThatThrownBy(() -> new Race(0.5, 0.02)).hasMessageContaining("0.5");
    assertThatThrownBy(() -> new Race(1e-4, -1)).hasMessageContaining("-1.0");
  }
}
