package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.measure.FinalsSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FinalsPlanTest {

  private static final double SECOND = 1e9;

  /** 2 s before, 0.5 s and 0.5 s a finalist, 10 ms a round and finalist, 1 s after. */
  private static final FinalsPlan PLAN =
      new FinalsPlan(
          Math.round(2 * SECOND),
          Math.round(0.5 * SECOND),
          Math.round(0.5 * SECOND),
          Map.of("small", 0.01 * SECOND),
          Map.of("small", 0.01 * SECOND),
          Math.round(SECOND));

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void of_finalistsAndRounds_addsUpWhatEachTakes() {
    // 2 s + 6 · 0.5 s examined + 7 · 0.5 s verified + 60 · 7 · 10 ms + 1 s
    assertThat(PLAN.of(6, 60)).isEqualTo(millis(13_700));
    assertThat(PLAN.least()).isEqualTo(PLAN.of(1, FinalsSettings.LEAST_ROUNDS));
  }

  @Test
  void reserve_enoughTime_isForTheWholeFinals() {
    assertThat(PLAN.reserve(Duration.ofMinutes(1), 60, 6)).isEqualTo(PLAN.of(6, 60));
    assertThat(PLAN.reserve(Duration.ofHours(8), 60, 6)).isEqualTo(PLAN.of(6, 60));
  }

  @Test
  void reserve_lessTime_isForFewerRoundsAndThenForFewerFinalists() {
    assertThat(PLAN.reserve(Duration.ofSeconds(50), 60, 6)).isEqualTo(PLAN.of(6, 30));
    assertThat(PLAN.reserve(Duration.ofSeconds(36), 60, 6))
        .isEqualTo(PLAN.of(4, FinalsPlan.USUAL_ROUNDS));
  }

  @Test
  void reserve_hardlyAnyTime_isForTheLeastFinalsAndAQuarterMore() {
    assertThat(PLAN.reserve(Duration.ofSeconds(10), 60, 6))
        .isEqualTo(Duration.ofNanos((long) (1.25 * PLAN.least().toNanos())));
  }

  @Test
  void held_longRounds_endEarlyOnTheShape() {
    var slow =
        new FinalsPlan(0, 0, 0, Map.of("large", 0.5 * SECOND), Map.of("large", 0.5 * SECOND), 0);
    // 60 rounds of 1 s would be a minute; they end after 15, since 10 s are over then.
    assertThat(slow.held(1, 60)).isEqualTo(Duration.ofSeconds(15));
    assertThat(slow.held(1, 5)).isEqualTo(Duration.ofSeconds(5));
  }
}
