package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.outcome.Samples;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class SpeedUpTest {

  @Test
  void of_handComputedSamples_hasTheirRatioDeltaAndP() {
    // Medians 20 and 10. Of 9 pairs the candidate wins all: U = 9, delta = 1.
    // Of the 20 ways to choose 3 ranks out of 6, two are as extreme: p = 0.1.
    SpeedUp speedUp =
        SpeedUp.of(Samples.of(19, 20, 22), Samples.of(9, 10, 12), new SplittableRandom(1));
    assertThat(speedUp.ratio()).isEqualTo(2);
    assertThat(speedUp.cliffsDelta()).isEqualTo(1);
    assertThat(speedUp.pValue()).isCloseTo(0.1, within(1e-12));
    // Of three samples a resample is often their least or greatest, and then a process's bias
    // counts.
    assertThat(speedUp.low()).isBetween(19.0 / 12 * 0.985, 19.0 / 12);
    assertThat(speedUp.high()).isBetween(22.0 / 9, 22.0 / 9 * 1.015);
  }

  @Test
  void of_overlappingSamples_hasTheShareOfPairsAsDelta() {
    // Pairs (1,2)- (1,4)- (3,2)+ (3,4)-: one won, three lost.
    SpeedUp speedUp = SpeedUp.of(Samples.of(1, 3), Samples.of(2, 4), new SplittableRandom(1));
    assertThat(speedUp.cliffsDelta()).isEqualTo(-0.5);
    assertThat(speedUp.ratio()).isCloseTo(2.0 / 3, within(1e-12));
  }

  @Test
  void of_equalConstants_isOneButForTheBiasOfAProcess() {
    SpeedUp speedUp = SpeedUp.of(Samples.of(5, 5, 5), Samples.of(5, 5), new SplittableRandom(1));
    assertThat(speedUp.ratio()).isEqualTo(1);
    assertThat(speedUp.low()).isCloseTo(1 - 0.0083, within(5e-4)); // 1.96 · √2 · 0.3 %
    assertThat(speedUp.high()).isCloseTo(1 + 0.0083, within(5e-4));
    assertThat(speedUp.cliffsDelta()).isZero();
    assertThat(speedUp.isFaster()).isFalse();
    assertThat(speedUp.isSlower()).isFalse();
  }

  @Test
  void of_theSameSeed_isTheSame() {
    Samples before = noisy(100, 30, new SplittableRandom(3));
    Samples after = noisy(90, 30, new SplittableRandom(4));
    assertThat(SpeedUp.of(before, after, new SplittableRandom(5)))
        .isEqualTo(SpeedUp.of(before, after, new SplittableRandom(5)));
  }

  @Test
  void interval_overManyExperiments_coversTheTruthAboutAsOftenAsItSays() {
    var random = new SplittableRandom(20261120);
    var bootstrap = new Bootstrap(random, 1000);
    int experiments = 400;
    int covered = 0;
    for (int i = 0; i < experiments; i++) {
      var interval =
          bootstrap
              .ratioOfQuantiles(noisy(110, 30, random), noisy(100, 30, random), 0.5)
              .interval(0.95);
      covered += interval.low() <= 1.1 && 1.1 <= interval.high() ? 1 : 0;
    }
    assertThat(covered / (double) experiments).isBetween(0.92, 0.985);
  }

  @Test
  void of_inProcessesOfTheirOwnBias_coversTheTruthAboutAsOftenAsItSays() {
    var random = new SplittableRandom(20261122);
    int experiments = 200;
    int covered = 0;
    for (int i = 0; i < experiments; i++) {
      SpeedUp speedUp =
          SpeedUp.of(
              noisy(biased(110, random), 0.004, 60, random),
              noisy(biased(100, random), 0.004, 60, random),
              random);
      covered += speedUp.low() <= 1.1 && 1.1 <= speedUp.high() ? 1 : 0;
    }
    assertThat(covered / (double) experiments).isBetween(0.91, 0.99);
  }

  private static double biased(double median, RandomGenerator random) {
    return median * Math.exp(Bootstrap.PROCESS_BIAS * random.nextGaussian());
  }

  @Test
  void resample_ofAQuantile_isDistributedAsBySorting() {
    Samples samples = noisy(100, 11, new SplittableRandom(8));
    double[] nanos = samples.nanos();
    var random = new SplittableRandom(9);
    double[] sorted =
        DoubleStream.generate(
                () -> {
                  double[] resample = new double[nanos.length];
                  java.util.Arrays.setAll(resample, i -> nanos[random.nextInt(nanos.length)]);
                  return Samples.of(resample).p90();
                })
            .limit(Bootstrap.RESAMPLES)
            .toArray();
    var counted =
        new Bootstrap(new SplittableRandom(10)).ratioOfQuantiles(samples, Samples.of(1), 0.9);
    var reference = Samples.of(sorted);
    assertThat(counted.interval(0.5).low()).isCloseTo(reference.quantile(0.25), within(0.3));
    assertThat(counted.interval(0.5).high()).isCloseTo(reference.quantile(0.75), within(0.3));
    assertThat(counted.interval(0.9).low()).isCloseTo(reference.quantile(0.05), within(0.3));
  }

  /** Skewed to the right, as timings are. Median {@code median}. */
  private static Samples noisy(double median, int count, RandomGenerator random) {
    return noisy(median, 0.05, count, random);
  }

  private static Samples noisy(double median, double deviation, int count, RandomGenerator random) {
    return Samples.of(
        DoubleStream.generate(() -> median * Math.exp(deviation * random.nextGaussian()))
            .limit(count)
            .toArray());
  }
}
