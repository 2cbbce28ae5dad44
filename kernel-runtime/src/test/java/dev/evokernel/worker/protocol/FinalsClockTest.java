package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.measure.FinalsTime;
import org.junit.jupiter.api.Test;

final class FinalsClockTest {

  private static final List<String> SHAPES = List.of("large", "small");
  private static final Map<String, Double> WEIGHTS = Map.of("large", 3.0, "small", 1.0);

  private final AtomicLong nanos = new AtomicLong();

  private FinalsClock clock(long seconds) {
    return new FinalsClock(
        new FinalsTime(Duration.ofSeconds(seconds), WEIGHTS), SHAPES, Duration.ZERO, nanos::get);
  }

  private static long seconds(long count) {
    return Duration.ofSeconds(count).toNanos();
  }

  @Test
  void rounds_shapesOfDifferentWeight_sharesTheTimeByWeight() {
    assertThat(clock(8).rounds(0, 0)).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void rounds_afterAShapeThatTookLess_hasTheRest() {
    FinalsClock clock = clock(8);
    nanos.addAndGet(seconds(1));
    assertThat(clock.rounds(1, 0)).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void rounds_verificationThatTakesTime_isPaidForAfterTheRoundsAndOnLaterShapes() {
    FinalsClock clock = clock(20);
    nanos.addAndGet(seconds(3));
    // 3 s once more after the rounds, and 2 · 1 s on the small shape, a third of this one.
    assertThat(clock.rounds(0, seconds(3))).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void rounds_energyOnEveryShape_isKeptBack() {
    var clock =
        new FinalsClock(
            new FinalsTime(Duration.ofSeconds(10), WEIGHTS),
            SHAPES,
            Duration.ofSeconds(1),
            nanos::get);
    assertThat(clock.rounds(0, 0)).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void baselines_haveTwoThirdsOfWhatIsLeft() {
    FinalsClock clock = clock(32);
    nanos.addAndGet(seconds(2));
    assertThat(clock.baselines()).isEqualTo(Duration.ofSeconds(20));
    nanos.addAndGet(seconds(24));
    assertThat(clock.baselines()).isEqualTo(Duration.ofSeconds(4));
    nanos.addAndGet(seconds(7));
    assertThat(clock.baselines()).isZero();
    var unlimited = new FinalsClock(FinalsTime.UNLIMITED, SHAPES, Duration.ZERO, nanos::get);
    assertThat(unlimited.baselines()).isEqualTo(FinalsTime.UNLIMITED.within());
  }

  @Test
  void rounds_whenTheTimeIsUp_isZero() {
    FinalsClock clock = clock(8);
    nanos.addAndGet(seconds(9));
    assertThat(clock.rounds(1, 0)).isZero();
  }

  @Test
  void rounds_withoutALimit_hasNone() {
    var clock = new FinalsClock(FinalsTime.UNLIMITED, SHAPES, Duration.ZERO, nanos::get);
    nanos.addAndGet(seconds(1000));
    assertThat(clock.rounds(0, seconds(5))).isEqualTo(FinalsTime.UNLIMITED.within());
  }
}
