package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SamplerTest {

  private static final SamplingSettings SETTINGS =
      new SamplingSettings(
          Duration.ofMillis(2),
          Duration.ofNanos(100_000),
          5,
          50,
          Duration.ofMillis(1),
          Duration.ofMillis(20),
          0.01,
          1.5);

  private final Sampler sampler = new Sampler(SETTINGS);

  @Test
  void sample_shortLaunch_isBatchedToTheSampleLength() {
    Sampling sampling = sampler.sample(ScriptedTimer.steady(1000), OptionalDouble.empty());

    assertThat(sampling.launchesPerSample()).isEqualTo(100);
    assertThat(sampling.samples().p50()).isEqualTo(1000);
  }

  @Test
  void sample_longLaunch_isTimedAlone() {
    Sampling sampling = sampler.sample(ScriptedTimer.steady(5e6), OptionalDouble.empty());

    assertThat(sampling.launchesPerSample()).isEqualTo(1);
    assertThat(sampling.samples().count()).isEqualTo(5);
  }

  @Test
  void sample_steadyTimes_stopsOnceItHasLastedLongEnough() {
    Sampling sampling = sampler.sample(ScriptedTimer.steady(1000), OptionalDouble.empty());

    assertThat(sampling.samples().count()).isEqualTo(10);
  }

  @Test
  void sample_noisyTimes_goesOnUntilABound() {
    var noisy = new ScriptedTimer(call -> call % 2 == 0 ? 100_000 : 200_000);

    assertThat(sampler.sample(noisy, OptionalDouble.empty()).samples().count()).isEqualTo(50);
  }

  @Test
  void sample_fewOutliers_neitherProlongNorShiftTheMedian() {
    var disturbed = new ScriptedTimer(call -> call % 10 == 9 ? 9e5 : 1e5);

    Sampling sampling = sampler.sample(disturbed, OptionalDouble.empty());

    assertThat(sampling.samples().p50()).isEqualTo(1e5);
    assertThat(sampling.samples().count()).isLessThan(12);
  }

  @Test
  void sample_farAboveTheBest_isGivenUpAfterThree() {
    Sampling sampling = sampler.sample(ScriptedTimer.steady(2000), OptionalDouble.of(1000));

    assertThat(sampling.samples().count()).isEqualTo(3);
  }

  @Test
  void sample_littleAboveTheBest_isSampledInFull() {
    Sampling sampling = sampler.sample(ScriptedTimer.steady(1400), OptionalDouble.of(1000));

    assertThat(sampling.samples().count()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void sample_slowFirstLaunches_areNotSampled() {
    var cold = new ScriptedTimer(call -> call == 0 ? 1e6 : 1e5);

    assertThat(sampler.sample(cold, OptionalDouble.empty()).samples().nanos()).containsOnly(1e5);
  }

  @Test
  void sample_clockThatStandsStill_ends() {
    assertThat(sampler.sample(_ -> 0, OptionalDouble.empty()).samples().count()).isEqualTo(50);
  }
}
