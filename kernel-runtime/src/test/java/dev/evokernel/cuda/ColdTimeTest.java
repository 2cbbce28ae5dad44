package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColdTimeTest {

  /** Times as a script says. */
  private record Scripted(long alone, long both, long flush) implements ColdTime.Clock {
    @Override
    public long flushesAndLaunches(int count) {
      return count * both;
    }

    @Override
    public long flushes(int count) {
      return count * flush;
    }
  }

  @Test
  void nanos_singleLaunch_isTimedByItsEvents() {
    assertThat(ColdTime.nanos(new Scripted(7000, 90_000, 80_000), 1)).isEqualTo(7000);
  }

  @Test
  void nanos_severalLaunches_areWhatFlushesAloneDoNotTake() {
    assertThat(ColdTime.nanos(new Scripted(7000, 25_000, 20_000), 40)).isEqualTo(200_000);
  }

  @Test
  void nanos_noiseAsLargeAsTheDifference_leavesItToTheEvents() {
    assertThat(ColdTime.nanos(new Scripted(2000, 20_000, 20_000), 10)).isEqualTo(20_000);
    assertThat(ColdTime.nanos(new Scripted(2000, 19_000, 20_000), 10)).isEqualTo(20_000);
  }
}
