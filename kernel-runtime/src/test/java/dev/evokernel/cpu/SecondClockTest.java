package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.RejectionException;
import org.junit.jupiter.api.Test;

final class SecondClockTest {

  private long now;
  private long hidden;
  private final SecondClock clock =
      new SecondClock(
          List.of(() -> now += 50), () -> (now += 20) - hidden, new SplittableRandom(1));

  private long nanos(Runnable batch) {
    return clock.nanos(() -> now += 7_000_000, batch);
  }

  @Test
  void nanos_clocksThatAgree_areThoseOfJavasClock() {
    assertThat(nanos(() -> now += 40_000)).isEqualTo(40_120);
  }

  @Test
  void nanos_interruptedBetweenTwoReadings_counts() {
    var late =
        new SecondClock(List.of(() -> now += 9_000_000), () -> now += 20, new SplittableRandom(1));
    assertThat(late.nanos(() -> {}, () -> now += 40_000)).isGreaterThan(40_000);
  }

  @Test
  void nanos_timeHiddenOnce_isOfTheRepeatedBatch() {
    var batches = new AtomicInteger();
    long nanos =
        nanos(
            () -> {
              now += 40_000;
              hidden += batches.getAndIncrement() == 0 ? 4_000 : 0;
            });
    assertThat(nanos).isEqualTo(40_120);
    assertThat(batches.get()).isEqualTo(2);
  }

  @Test
  void nanos_timeHiddenInEveryBatch_isSuspicious() {
    assertThatThrownBy(
            () ->
                nanos(
                    () -> {
                      now += 40_000;
                      hidden += 4_000;
                    }))
        .isInstanceOf(RejectionException.class)
        .hasMessageContaining("Maybe it changes what its process reads as the time");
  }
}
