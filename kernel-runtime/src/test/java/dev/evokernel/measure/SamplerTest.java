package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.CacheState;
import org.junit.jupiter.api.Test;

class SamplerTest {

  private static final SamplingSettings SETTINGS =
      new SamplingSettings(
          new SampleSettings(
              Duration.ofMillis(2), Duration.ofNanos(100_000), Optional.empty(), false),
          new SampleBounds(5, 50, Duration.ofMillis(1), Duration.ofMillis(20)),
          new RelativeError(0.01),
          Race.DEFAULT);

  private final Sampler sampler = new Sampler(SETTINGS, CacheState.HOT, () -> 0);

  @Test
  void sample_shortLaunch_isBatchedToTheSampleLength() {
    Sampling sampling =
        sampler.sample(
            ScriptedTimer.steady(1000), OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.launchesPerSample()).isEqualTo(100);
    assertThat(sampling.samples().p50()).isEqualTo(1000);
  }

  @Test
  void sample_longLaunch_isTimedAlone() {
    Sampling sampling =
        sampler.sample(
            ScriptedTimer.steady(5e6), OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.launchesPerSample()).isEqualTo(1);
    assertThat(sampling.samples().count()).isEqualTo(5);
  }

  @Test
  void sample_firstLaunchInterrupted_isBatchedAllTheSame() {
    var interrupted = new ScriptedTimer(call -> call == 0 ? 3e6 : 1000);

    Sampling sampling =
        sampler.sample(interrupted, OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.launchesPerSample()).isEqualTo(100);
    assertThat(sampling.samples().p50()).isEqualTo(1000);
  }

  @Test
  void sample_steadyTimes_stopsOnceItHasLastedLongEnough() {
    Sampling sampling =
        sampler.sample(
            ScriptedTimer.steady(1000), OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(10);
  }

  @Test
  void sample_noisyTimes_goesOnUntilABound() {
    var noisy = new ScriptedTimer(call -> call % 2 == 0 ? 100_000 : 200_000);

    assertThat(
            sampler
                .sample(noisy, OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED)
                .samples()
                .count())
        .isEqualTo(50);
  }

  @Test
  void sample_fewOutliers_neitherProlongNorShiftTheMedian() {
    var disturbed = new ScriptedTimer(call -> call % 10 == 9 ? 9e5 : 1e5);

    Sampling sampling =
        sampler.sample(disturbed, OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().p50()).isEqualTo(1e5);
    assertThat(sampling.samples().count()).isLessThan(12);
  }

  @Test
  void sample_farAboveTheBest_isGivenUpAfterFour() {
    Sampling sampling =
        sampler.sample(
            ScriptedTimer.steady(2000), OptionalDouble.of(1000), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(4);
  }

  @Test
  void sample_withinTheMarginOfTheBest_isSampledInFull() {
    var patient = new Sampler(SETTINGS.between(40, 50), CacheState.HOT, () -> 0);

    Sampling sampling =
        patient.sample(
            ScriptedTimer.steady(1019), OptionalDouble.of(1000), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isGreaterThanOrEqualTo(40);
  }

  @Test
  void sample_littleAboveTheMargin_isGivenUpAfterSeventeen() {
    var patient = new Sampler(SETTINGS.between(40, 50), CacheState.HOT, () -> 0);

    Sampling sampling =
        patient.sample(
            ScriptedTimer.steady(1021), OptionalDouble.of(1000), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(17);
  }

  @Test
  void sample_raceThatIsOff_givesNobodyUp() {
    var fair = new Sampler(SETTINGS.racing(Race.OFF), CacheState.HOT, () -> 0);

    Sampling sampling =
        fair.sample(
            ScriptedTimer.steady(9000), OptionalDouble.of(1000), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(8);
  }

  @Test
  void sample_batchThatIsLongEnough_staysAsItIs() {
    var counts = new ArrayList<Integer>();

    Sampling sampling =
        sampler.sample(
            launches -> {
              counts.add(launches);
              return launches * 1000L + 2000; // with what a clock adds
            },
            OptionalDouble.empty(),
            ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(new LinkedHashSet<>(counts)).containsExactly(1, 38, sampling.launchesPerSample());
    assertThat(sampling.launchesPerSample()).isBetween(100, 120);
  }

  @Test
  void sample_fixedCount_takesSoMany() {
    var counting =
        new Sampler(
            SETTINGS.between(Duration.ZERO, Duration.ofSeconds(1)).until(new FixedCount(33)),
            CacheState.HOT,
            () -> 0);

    Sampling sampling =
        counting.sample(
            ScriptedTimer.steady(5000), OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(33);
  }

  @Test
  void sample_manySamples_askTheRuleNowAndThen() {
    var counting =
        new Sampler(
            SETTINGS
                .between(1, 5000)
                .between(Duration.ZERO, Duration.ofSeconds(10))
                .until(new FixedCount(999)),
            CacheState.HOT,
            () -> 0);

    Sampling sampling =
        counting.sample(
            ScriptedTimer.steady(1000), OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(1000);
  }

  @Test
  void sample_coldCache_timesLongLaunchesAloneAndShortOnesInBatches() {
    var cold = new Sampler(SETTINGS, CacheState.COLD, () -> 0);

    assertThat(
            cold.sample(
                ScriptedTimer.steady(25_000),
                OptionalDouble.empty(),
                ScriptedDeviceMonitor.UNDISTURBED))
        .extracting(Sampling::launchesPerSample)
        .isEqualTo(1);
    assertThat(
            cold.sample(
                ScriptedTimer.steady(10_000),
                OptionalDouble.empty(),
                ScriptedDeviceMonitor.UNDISTURBED))
        .extracting(Sampling::launchesPerSample)
        .isEqualTo(12);
    assertThat(
            cold.sample(
                ScriptedTimer.steady(100),
                OptionalDouble.empty(),
                ScriptedDeviceMonitor.UNDISTURBED))
        .extracting(Sampling::launchesPerSample)
        .isEqualTo(64);
  }

  @Test
  void sample_flushingThatTakesLong_endsByTheClock() {
    var clock = new AtomicLong();
    BatchTimer flushing =
        _ -> {
          clock.addAndGet(20_000_000);
          return 50_000;
        };
    var cold = new Sampler(SETTINGS.until(new FixedCount(50)), CacheState.COLD, clock::get);

    Sampling sampling =
        cold.sample(flushing, OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(sampling.samples().count()).isEqualTo(5);
    assertThat(clock.get()).isEqualTo(20_000_000 * (2 + 5));
  }

  @Test
  void sample_slowFirstLaunches_areNotSampled() {
    var cold = new ScriptedTimer(call -> call == 0 ? 1e6 : 1e5);

    assertThat(
            sampler
                .sample(cold, OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED)
                .samples()
                .nanos())
        .containsOnly(1e5);
  }

  @Test
  void sample_clockThatStandsStill_ends() {
    assertThat(
            sampler
                .sample(_ -> 0, OptionalDouble.empty(), ScriptedDeviceMonitor.UNDISTURBED)
                .samples()
                .count())
        .isEqualTo(50);
  }

  /**
   * Launches of 15 µs whose threads lose time slices, as {@code isSlow} says of each batch. The
   * first 18 batches warm up.
   */
  private Sampling disturbed(IntPredicate isSlow) {
    var calls = new AtomicInteger();
    var patient = new Sampler(SETTINGS.until(new FixedCount(10)), CacheState.HOT, () -> 0);
    return patient.sample(
        launches -> launches * (isSlow.test(calls.getAndIncrement()) ? 30_000_000L : 15_000L),
        OptionalDouble.empty(),
        ScriptedDeviceMonitor.UNDISTURBED);
  }

  @Test
  void sample_phasesThatDifferByFactors_isTakenAgain() {
    Sampling sampling = disturbed(call -> call >= 20 && call < 23);

    assertThat(sampling.samples().nanos()).containsOnly(15_000);
    assertThat(sampling.device().discarded()).isPositive();
  }

  @Test
  void sample_phasesThatDifferAgain_isThatOfTheFastest() {
    Sampling sampling = disturbed(call -> call % 2 == 1);

    assertThat(sampling.samples().nanos()).isNotEmpty().containsOnly(15_000);
    assertThat(sampling.device().discarded()).isPositive();
  }

  @Test
  void sample_secondAttemptInTheSlowPhase_isTheFastestOfTheFirst() {
    Sampling sampling = disturbed(call -> call >= 20);

    assertThat(sampling.samples().nanos()).isNotEmpty().containsOnly(15_000);
  }
}
