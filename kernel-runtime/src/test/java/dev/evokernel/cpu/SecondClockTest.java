package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.cpu.host.QuietTimer;
import org.junit.jupiter.api.Test;

final class SecondClockTest {

  private long now;
  private long hidden;
  private final SecondClock clock =
      new SecondClock(
          List.of(() -> now += 50), () -> (now += 20) - hidden, new SplittableRandom(1));

  @Test
  void nanos_clocksThatAgree_areThoseOfJavasClock() {
    assertThat(clock.nanos(() -> now += 40_000)).isEqualTo(40_120);
  }

  @Test
  void nanos_interruptedBetweenTwoReadings_counts() {
    var late =
        new SecondClock(List.of(() -> now += 9_000_000), () -> now += 20, new SplittableRandom(1));
    assertThat(late.nanos(() -> now += 40_000)).isGreaterThan(40_000);
  }

  @Test
  void nanos_timeHiddenOnce_isRepeated() {
    assertThat(clock.nanos(this::batchThatHides)).isEqualTo(QuietTimer.REPEAT);
    assertThat(clock.nanos(() -> now += 40_000)).isPositive();
  }

  @Test
  void nanos_timeHiddenInEveryBatch_isSuspicious() {
    for (int i = 1; i < SecondClock.MOST; i++) {
      clock.nanos(this::batchThatHides);
    }
    assertThatThrownBy(() -> clock.nanos(this::batchThatHides))
        .isInstanceOf(RejectionException.class)
        .hasMessageContaining("Maybe it changes what its process reads as the time");
  }

  private void batchThatHides() {
    now += 40_000;
    hidden += 4_000;
  }
}
