package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;
import org.junit.jupiter.api.Test;

/** Sampling on a device that is disturbed at times; a stretch is 20 samples of 1 ms. */
class SampleMonitorTest {

  private static final SamplingSettings SETTINGS =
      new SamplingSettings(
          new SampleSettings(Duration.ofMillis(2), Duration.ofMillis(1), Optional.empty(), false),
          new SampleBounds(50, 50, Duration.ZERO, Duration.ofSeconds(1)),
          new FixedCount(50),
          Race.DEFAULT);

  private final double[] launch = {1e6};

  private Sampling sample(ScriptedDeviceMonitor monitor) {
    return new Sampler(SETTINGS, CacheState.HOT, () -> 0)
        .sample(launches -> Math.round(launches * launch[0]), OptionalDouble.empty(), monitor);
  }

  @Test
  void sample_undisturbedDevice_isLookedAtBeforeAndAfterEachStretch() {
    var looks = new int[1];
    Sampling sampling = sample(new ScriptedDeviceMonitor(look -> seen(looks, look)));

    assertThat(looks[0]).isEqualTo(1 + 3);
    assertThat(sampling.device()).isEqualTo(ScriptedDeviceMonitor.FINE);
  }

  private static DeviceState seen(int[] looks, int look) {
    looks[0] = look + 1;
    return ScriptedDeviceMonitor.FINE;
  }

  @Test
  void sample_throttledStretch_isThrownAwayCountedAndTakenAgain() {
    var monitor =
        new ScriptedDeviceMonitor(
            look -> {
              launch[0] =
                  look == 1 ? 3e6 : 1e6; // The second stretch is slow, until the third look.
              return look == 2 ? ScriptedDeviceMonitor.HOT : ScriptedDeviceMonitor.FINE;
            });

    Sampling sampling = sample(monitor);

    assertThat(sampling.samples().nanos()).hasSize(50).containsOnly(1e6);
    assertThat(sampling.device().discarded()).isEqualTo(7);
    assertThat(sampling.device().throttles())
        .containsExactlyInAnyOrder(Throttle.POWER_CAP, Throttle.HARDWARE_THERMAL);
    assertThat(sampling.device().coreMegahertz()).hasValue(1980);
    assertThat(monitor.rests()).isEqualTo(1);
  }

  @Test
  void sample_lastStretchThrottled_doesNotEndTheSampling() {
    var monitor =
        new ScriptedDeviceMonitor(
            look -> look == 3 ? ScriptedDeviceMonitor.HOT : ScriptedDeviceMonitor.FINE);

    assertThat(sample(monitor).samples().count()).isEqualTo(50);
    assertThat(monitor.rests()).isEqualTo(1);
  }

  @Test
  void sample_deviceThatIsHotAtFirst_isGivenTimeBeforeTheFirstSample() {
    var monitor =
        new ScriptedDeviceMonitor(
            look -> look < 5 ? ScriptedDeviceMonitor.HOT : ScriptedDeviceMonitor.FINE);

    Sampling sampling = sample(monitor);

    assertThat(monitor.rests()).isEqualTo(5);
    assertThat(sampling.device().discarded()).isZero();
  }

  @Test
  void sample_deviceThatStaysHot_endsWithTheAttendantsWord() {
    var monitor = new ScriptedDeviceMonitor(_ -> ScriptedDeviceMonitor.HOT);

    assertThatThrownBy(() -> sample(monitor)).hasMessage("Still hardware-thermal");
  }
}
