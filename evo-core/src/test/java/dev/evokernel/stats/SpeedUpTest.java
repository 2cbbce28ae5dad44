package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpeedUpTest {

  @Test
  void toString_ofAnIntervalWiderThanAFactorOf10_hasNoNumberThatSaysNothing() {
    assertThat(speedUp(1.2, 0.4, 4).withConfidence()).isEqualTo("1.200× (95 % CI 0.400 to 4.000)");
    assertThat(speedUp(1.2, 0.4, 4).isMeasurable()).isTrue();

    SpeedUp unknown = speedUp(1.2, 1e-9, 1004592596.305);
    assertThat(unknown).hasToString("not measurable on this machine now");
    assertThat(unknown.withConfidence())
        .isEqualTo("not measurable on this machine now (95 % CI wider than a factor of 10)");
    assertThat(unknown.isMeasurable()).isFalse();
    assertThat(new RatioEstimate(1.2, 1e-9, 1004592596.305))
        .hasToString("not measurable on this machine now");
    assertThat(speedUp(8, 1.5, 90).withConfidence())
        .isEqualTo("at least 1.500× (95 % CI wider than a factor of 10)");
    assertThat(speedUp(0.1, 0.001, 0.4)).hasToString("at most 0.400×");
  }

  private static SpeedUp speedUp(double ratio, double low, double high) {
    return new SpeedUp(ratio, low, high, 0.95, 0.5, 0);
  }

  @Test
  void of_handComputedSamples_hasTheirRatioDeltaAndP() {
    // Medians 20 and 10. Of 9 pairs the candidate wins all: U = 9, delta = 1.
    // Of the 20 ways to choose 3 ranks out of 6, two are as extreme: p = 0.1.
    SpeedUp speedUp = SpeedUp.inOneProcess(Samples.of(19, 20, 22), Samples.of(9, 10, 12));
    assertThat(speedUp.ratio()).isEqualTo(2);
    assertThat(speedUp.cliffsDelta()).isEqualTo(1);
    assertThat(speedUp.pValue()).isCloseTo(0.1, within(1e-12));
    // Quartiles 19.5, 21 and 9.5, 11: with the factor 1.6 for three samples, deviations of 0.0879
    // and 0.1739, of the medians' ratio 0.141. Student's for 3 degrees of freedom: 3.182.
    assertThat(speedUp.low()).isCloseTo(2 * Math.exp(-3.182 * 0.141), within(2e-3));
    assertThat(speedUp.high()).isCloseTo(2 * Math.exp(3.182 * 0.141), within(5e-3));
  }

  @Test
  void of_overlappingSamples_hasTheShareOfPairsAsDelta() {
    // Pairs (1,2)- (1,4)- (3,2)+ (3,4)-: one won, three lost.
    SpeedUp speedUp = SpeedUp.inOneProcess(Samples.of(1, 3), Samples.of(2, 4));
    assertThat(speedUp.cliffsDelta()).isEqualTo(-0.5);
    assertThat(speedUp.ratio()).isCloseTo(2.0 / 3, within(1e-12));
  }

  @Test
  void of_equalConstants_isOneButForTheBiasOfAProcess() {
    SpeedUp speedUp = SpeedUp.inOneProcess(Samples.of(5, 5, 5), Samples.of(5, 5));
    assertThat(speedUp.ratio()).isEqualTo(1);
    assertThat(speedUp.low()).isCloseTo(1 - 0.0083, within(5e-4)); // 1.96 · √2 · 0.3 %
    assertThat(speedUp.high()).isCloseTo(1 + 0.0083, within(5e-4));
    assertThat(speedUp.cliffsDelta()).isZero();
    assertThat(speedUp.isFaster()).isFalse();
    assertThat(speedUp.high()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void of_theSameSeed_isTheSame() {
    Samples before = noisy(100, 30, new SplittableRandom(3));
    Samples after = noisy(90, 30, new SplittableRandom(4));
    assertThat(confirmed(List.of(new PairedSamples(before, after))))
        .isEqualTo(confirmed(List.of(new PairedSamples(before, after))));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.0042", "5, 0.0042", "2, 0.0005", "5, 0.0005", "5, 0.02"})
  void of_processesThatDiffer_coversTheTruthAboutAsOftenAsItSaysOrMore(
      int processes, double deviation) {
    assertThat(covered(processes, deviation, 30)).isGreaterThanOrEqualTo(0.85);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.0042", "5, 0.0042", "2, 0.0005", "5, 0.0005", "5, 0.02"})
  @Tag("full")
  void of_processesThatDifferAHundredTimes_coversTheTruthAboutAsOftenAsItSaysOrMore(
      int processes, double deviation) {
    assertThat(covered(processes, deviation, 100)).isGreaterThanOrEqualTo(0.9);
  }

  /** The share of experiments whose interval holds the truth. */
  private static double covered(int processes, double deviation, int experiments) {
    var random = new SplittableRandom(20261122);
    int covered = 0;
    for (int i = 0; i < experiments; i++) {
      SpeedUp speedUp =
          confirmed(
              IntStream.range(0, processes).mapToObj(_ -> encounter(deviation, random)).toList());
      covered += speedUp.low() <= 1.1 && 1.1 <= speedUp.high() ? 1 : 0;
    }
    return covered / (double) experiments;
  }

  @Test
  void of_moreProcesses_isNarrower() {
    var random = new SplittableRandom(3);
    List<PairedSamples> five = IntStream.range(0, 5).mapToObj(_ -> encounter(0, random)).toList();

    assertThat(width(confirmed(five))).isLessThan(0.6 * width(confirmed(five.subList(0, 1))));
  }

  @Test
  void of_processesFarApart_isAsWideAsTheyAre() {
    var random = new SplittableRandom(3);
    List<PairedSamples> apart =
        Stream.of(1.0, 1.5, 2.0)
            .map(
                ratio ->
                    new PairedSamples(
                        noisy(100 * ratio, 0.004, 30, random), noisy(100, 0.004, 30, random)))
            .toList();

    assertThat(confirmed(apart).low()).isLessThan(1.2);
    assertThat(confirmed(apart).high()).isGreaterThan(1.7);
  }

  @Test
  void of_processesOfUnequalNoise_weightsThemByTheirVariances() {
    var base = Samples.of(100, 100, 100, 100, 100);
    var quiet = Samples.of(79.2, 79.6, 80, 80.4, 80.8);
    var noisy = Samples.of(81, 85.5, 90, 94.5, 99);
    // The quartiles of five rounds are the second and the fourth; the median's variance is πσ²/2n.
    double little = variance(Math.log(80.4 / 79.6));
    double much = variance(Math.log(94.5 / 85.5));
    double logarithm =
        (Math.log(100.0 / 80) / little + Math.log(100.0 / 90) / much) / (1 / little + 1 / much);

    SpeedUp speedUp =
        confirmed(
            List.of(
                new PairedSamples(base, base),
                new PairedSamples(Samples.of(base.nanos()), quiet),
                new PairedSamples(Samples.of(base.nanos()), noisy)));
    assertThat(speedUp.ratio()).isCloseTo(Math.exp(logarithm), within(1e-9));
  }

  private static double variance(double quartiles) {
    double deviation = quartiles / 1.349 * (1 + 1.8 / 5);
    return 0.0026 * 0.0026 + Math.PI / 2 * deviation * deviation / 5;
  }

  private static SpeedUp confirmed(List<PairedSamples> processes) {
    var base = new TreeMap<Integer, Samples>();
    var other = new TreeMap<Integer, Samples>();
    for (PairedSamples pair : processes) {
      base.put(base.size() + 1, pair.base());
      other.put(other.size() + 1, pair.other());
    }
    Map<Integer, Map<String, ConfirmedRatio>> ratios =
        ConfirmedRatio.of(
            Map.of("s", new ProcessSamples(base)),
            Map.of(2, Map.of("s", new ProcessSamples(other))),
            1);
    return Objects.requireNonNull(Objects.requireNonNull(ratios.get(2)).get("s")).speedUp();
  }

  private static double width(SpeedUp speedUp) {
    return speedUp.high() - speedUp.low();
  }

  /** One process: 1.1 times as fast, moved by the process. */
  private static PairedSamples encounter(double deviation, RandomGenerator random) {
    double bias = Math.exp(deviation * random.nextGaussian());
    return new PairedSamples(noisy(110 * bias, 0.004, 30, random), noisy(100, 0.004, 30, random));
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
