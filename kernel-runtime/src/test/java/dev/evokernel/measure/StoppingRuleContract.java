package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.Test;

/** What every stopping rule promises, whatever it looks at. */
abstract class StoppingRuleContract {

  private static final SampleBounds BOUNDS =
      new SampleBounds(5, 300, Duration.ZERO, Duration.ofSeconds(1));

  /** A rule that at most 200 equal samples satisfy, and a single one need not. */
  abstract StoppingRule rule();

  static Samples samples(DoubleSupplier source, int count) {
    return Samples.of(DoubleStream.generate(source).limit(count).toArray());
  }

  /** Around 1000 ns. */
  static DoubleSupplier normal(double deviation, long seed) {
    var random = new SplittableRandom(seed);
    return () -> 1000 * (1 + deviation * random.nextGaussian());
  }

  private static List<Samples> several() {
    return List.of(
        samples(() -> 1000, 200), samples(normal(0.001, 1), 20), samples(normal(0.05, 2), 2000));
  }

  @Test
  void isMet_equalSamples_isMetInTheEnd() {
    assertThat(rule().isMet(samples(() -> 1000, 200))).isTrue();
  }

  @Test
  void isMet_askedAgain_answersTheSameAndLeavesTheSamples() {
    for (Samples samples : several()) {
      double[] before = samples.nanos();

      assertThat(rule().isMet(samples)).isEqualTo(rule().isMet(samples));
      assertThat(samples.nanos()).isEqualTo(before);
    }
  }

  @Test
  void isMet_slowerProgramWithTheSameScatter_answersTheSame() {
    for (Samples samples : several()) {
      Samples slower = Samples.of(Arrays.stream(samples.nanos()).map(it -> 1024 * it).toArray());

      assertThat(rule().isMet(slower)).as("%s", samples).isEqualTo(rule().isMet(samples));
    }
  }

  @Test
  void sample_equalSamples_stopsBeforeTheMostAndIsMetThen() {
    Sampling sampling = sampler().sample(ScriptedTimer.steady(1e6), OptionalDouble.empty(), none());

    assertThat(sampling.samples().count()).isBetween(BOUNDS.minSamples(), 200);
    assertThat(rule().isMet(sampling.samples())).isTrue();
  }

  @Test
  void sample_scatteredSamples_staysWithinTheBounds() {
    DoubleSupplier noise = normal(0.3, 9);
    var timer = new ScriptedTimer(_ -> 1000 * Math.max(1, noise.getAsDouble()));

    Sampling sampling = sampler().sample(timer, OptionalDouble.empty(), none());

    assertThat(sampling.samples().count()).isBetween(BOUNDS.minSamples(), BOUNDS.maxSamples());
  }

  /** Takes samples of one launch of a millisecond. */
  private Sampler sampler() {
    var sample =
        new SampleSettings(Duration.ofMillis(2), Duration.ofNanos(1000), Optional.empty(), false);
    return new Sampler(
        new SamplingSettings(sample, BOUNDS, rule(), Race.OFF), CacheState.HOT, () -> 0);
  }

  private static DeviceMonitor none() {
    return ScriptedDeviceMonitor.UNDISTURBED;
  }
}
