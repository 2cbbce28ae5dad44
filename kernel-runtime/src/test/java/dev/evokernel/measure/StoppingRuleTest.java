package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.outcome.Samples;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {

  private static Samples samples(DoubleSupplier source, int count) {
    return Samples.of(DoubleStream.generate(source).limit(count).toArray());
  }

  private static DoubleSupplier normal(double deviation, long seed) {
    var random = new SplittableRandom(seed);
    return () -> 1000 * (1 + deviation * random.nextGaussian());
  }

  @Test
  void relativeError_normalNoise_isMetWhenTheMedianIsKnownWell() {
    // 1.2533 · 5 % / √n is 1 % at n = 39.
    assertThat(new RelativeError(0.01).isMet(samples(normal(0.05, 1), 15))).isFalse();
    assertThat(new RelativeError(0.01).isMet(samples(normal(0.05, 1), 120))).isTrue();
  }

  @Test
  void relativeDeviation_countsScatterWhateverTheNumber() {
    assertThat(new RelativeDeviation(0.02).isMet(samples(normal(0.05, 1), 5000))).isFalse();
    assertThat(new RelativeDeviation(0.02).isMet(samples(normal(0.01, 1), 10))).isTrue();
    assertThat(new RelativeDeviation(0.02).isMet(Samples.of(1))).isFalse();
  }

  @Test
  void noises_ofAFewSamples_areTheirRelativeDeviations() {
    double[] nanos = {10, 12, 9, 30};

    double[] noises = StableNoise.noises(nanos);

    assertThat(noises).hasSize(3);
    Samples all = Samples.of(nanos);
    assertThat(noises[2]).isCloseTo(all.deviation() / all.mean(), within(1e-12));
  }

  @Test
  void stableNoise_scatterThatStays_isMetOnceItNoLongerChanges() {
    var rule = new StableNoise(0.005);

    assertThat(rule.isMet(samples(normal(0.10, 3), 40))).isFalse();
    assertThat(rule.isMet(samples(normal(0.10, 3), 2000))).isTrue();
    assertThat(rule.isMet(samples(normal(0.001, 3), 10))).isTrue();
  }

  @Test
  void stableNoise_scatterThatGrows_isNotMet() {
    double[] level = {1};
    var random = new SplittableRandom(5);

    Samples growing =
        samples(() -> 1000 * (1 + (level[0] *= 1.02) * 1e-3 * random.nextGaussian()), 250);

    assertThat(new StableNoise(0.005).isMet(growing)).isFalse();
  }

  @Test
  void entropies_ofTwoEquallyFrequentTimes_areOneBit() {
    double[] entropies = Entropy.entropies(new double[] {100, 200, 100, 200});

    assertThat(entropies[0]).isZero();
    assertThat(entropies[3]).isCloseTo(1, within(1e-12));
  }

  @Test
  void entropy_distributionThatIsKnown_isMetWhateverItsShape() {
    var peaks = new SplittableRandom(7);

    assertThat(new Entropy(0.05).isMet(samples(() -> peaks.nextBoolean() ? 100 : 250, 200)))
        .isTrue();
  }

  @Test
  void entropy_timesThatAreAlwaysNew_isNotMet() {
    double[] next = {100};

    assertThat(new Entropy(0.05).isMet(samples(() -> next[0] *= 1.01, 200))).isFalse();
  }

  @Test
  void fixedCount_isMetBySoMany() {
    assertThat(new FixedCount(3).isMet(Samples.of(1, 2))).isFalse();
    assertThat(new FixedCount(3).isMet(Samples.of(1, 2, 3))).isTrue();
  }

  @Test
  void new_valuesThatCannotBe_areRefused() {
    assertThatThrownBy(() -> new RelativeError(0)).hasMessageContaining("relative error");
    assertThatThrownBy(() -> new StableNoise(1.5)).hasMessageContaining("1.5");
    assertThatThrownBy(() -> new Entropy(-1)).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> new FixedCount(0)).hasMessageContaining("0");
  }
}
