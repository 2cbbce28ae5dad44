package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimedLaunchTest {

  /** Cold time of launches, each part of which takes so many nanoseconds. */
  private static long nanos(int launches, long alone, long both, long flush) {
    return TimedLaunch.coldNanos(
        launches, () -> alone, count -> count * both, count -> count * flush);
  }

  @Test
  void coldNanos_singleLaunch_isTimedByItsEvents() {
    assertThat(nanos(1, 7000, 90_000, 80_000)).isEqualTo(7000);
  }

  @Test
  void coldNanos_severalLaunches_areWhatFlushesAloneDoNotTake() {
    assertThat(nanos(40, 7000, 25_000, 20_000)).isEqualTo(200_000);
  }

  @Test
  void coldNanos_noiseAsLargeAsTheDifference_leavesItToTheEvents() {
    assertThat(nanos(10, 2000, 20_000, 20_000)).isEqualTo(20_000);
    assertThat(nanos(10, 2000, 19_000, 20_000)).isEqualTo(20_000);
  }
}
