package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.measure.FinalsSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FinalsPlanTest {

  private static final double SECOND = 1e9;

  /**
   * 0.5 s before, 1 s to start a process and 1.5 s the first, 0.5 s and 0.5 s a finalist, 10 ms a
   * round and finalist, 1 s after.
   */
  private static final FinalsPlan PLAN =
      new FinalsPlan(
          Math.round(SECOND),
          Math.round(0.5 * SECOND),
          Math.round(1.5 * SECOND),
          Math.round(0.5 * SECOND),
          Math.round(0.5 * SECOND),
          Map.of("small", 0.01 * SECOND),
          Map.of("small", 0.01 * SECOND),
          new FinalsEnd(0, Math.round(SECOND)),
          new FinalsTurns(1, false));

  private static FinalsPlan on(int devices) {
    return new FinalsPlan(
        PLAN.opening(),
        PLAN.before(),
        PLAN.start(),
        PLAN.examination(),
        PLAN.verification(),
        PLAN.ofDefault(),
        PLAN.ofFinalist(),
        PLAN.end(),
        new FinalsTurns(devices, false));
  }

  private static Duration cautious(int seats) {
    Duration least = PLAN.of(seats, FinalsSettings.LEAST_ROUNDS, 1);
    return Duration.ofNanos((long) (1.25 * least.toNanos()));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void of_finalistsAndRounds_addsUpWhatEachTakes() {
    // 0.5 s and 1.5 s + 6 · 0.5 s examined + 7 · 0.5 s verified + 60 · 7 · 10 ms + 1 s
    assertThat(PLAN.of(6, 60, 1)).isEqualTo(millis(13_700));
    assertThat(PLAN.least()).isEqualTo(PLAN.of(1, FinalsSettings.LEAST_ROUNDS, 1));
  }

  @Test
  void reserve_enoughTime_isForTheWholeFinals() {
    assertThat(PLAN.reserve(Duration.ofMinutes(1), 60, 1, 6)).isEqualTo(PLAN.of(6, 60, 1));
    assertThat(PLAN.reserve(Duration.ofHours(8), 60, 1, 6)).isEqualTo(PLAN.of(6, 60, 1));
  }

  @Test
  void reserve_lessTime_isForFewerRoundsAndThenForFewerFinalists() {
    assertThat(PLAN.reserve(Duration.ofSeconds(50), 60, 1, 6)).isEqualTo(PLAN.of(6, 30, 1));
    assertThat(PLAN.reserve(Duration.ofSeconds(36), 60, 1, 6)).isEqualTo(cautious(6));
    assertThat(PLAN.reserve(Duration.ofSeconds(20), 60, 1, 6)).isEqualTo(cautious(4));
  }

  @Test
  void reserve_fixedTimeAlmostAll_keepsEverySeat() {
    var fixed =
        new FinalsPlan(
            0,
            0,
            Math.round(10 * SECOND),
            Math.round(0.3 * SECOND),
            Math.round(0.1 * SECOND),
            Map.of("small", 0.01 * SECOND),
            Map.of("small", 0.01 * SECOND),
            new FinalsEnd(0, Math.round(6 * SECOND)),
            new FinalsTurns(1, false));
    // 16 s + 6 · 0.3 s + 2 · 7 · 0.1 s + 2 · 5 · 7 · 10 ms, and a quarter: more than 75 s / 4
    assertThat(fixed.reserve(Duration.ofSeconds(75), 60, 5, 6))
        .isEqualTo(Duration.ofNanos(Math.round(1.25 * 19.9 * SECOND)));
  }

  @Test
  void reserve_hardlyAnyTime_isForTheLeastFinalsAndAQuarterMore() {
    assertThat(PLAN.reserve(Duration.ofSeconds(10), 60, 1, 6)).isEqualTo(cautious(1));
  }

  @Test
  void held_longRounds_endEarlyOnTheShape() {
    var slow =
        new FinalsPlan(
            0,
            0,
            0,
            0,
            0,
            Map.of("large", 0.5 * SECOND),
            Map.of("large", 0.5 * SECOND),
            new FinalsEnd(0, 0),
            new FinalsTurns(1, false));
    // 60 rounds of 1 s would be a minute; they end after 15, since 10 s are over then.
    assertThat(slow.held(1, 60, 1)).isEqualTo(Duration.ofSeconds(15));
    assertThat(slow.held(1, 5, 1)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void held_severalProcesses_isTheFirstWithAllAndPairsOfHalves() {
    // 1.5 s to start and 7 · (0.5 s + 20 · 10 ms), twice 1 s to start and 4 · (0.5 s + 20 · 10 ms),
    // and that again; 1 s
    assertThat(PLAN.held(6, 60, 5)).isEqualTo(millis(1_500 + 4_900 + 4 * (1_000 + 2_800) + 1_000));
    assertThat(PLAN.held(6, 60, 5))
        .isEqualTo(PLAN.process(1, 6, 60, 5).plus(PLAN.further(2, 6, 60, 5)).plusMillis(2_500));
  }

  @Test
  void held_onSeveralDevices_isWhatTheBusiestOneHolds() {
    // The first process and the second pair; three devices have one of the two each.
    assertThat(on(2).held(6, 60, 5)).isEqualTo(millis(1_500 + 4_900 + 2 * (1_000 + 2_800) + 1_000));
    assertThat(on(3).held(6, 60, 5)).isEqualTo(millis(2 * (1_000 + 2_800) + 1_000));
    assertThat(on(8).held(6, 60, 5)).isEqualTo(on(3).held(6, 60, 5));
  }

  @Test
  void of_onSeveralDevices_examinesAsManyAtOnce() {
    assertThat(on(1).of(6, 60, 1).minus(on(4).of(6, 60, 1))).isEqualTo(millis(4 * 500));
  }

  @Test
  void reserve_notEnoughTimeForAllProcesses_isForFewer() {
    assertThat(PLAN.reserve(Duration.ofMinutes(10), 60, 5, 6)).isEqualTo(PLAN.of(6, 60, 5));
    assertThat(PLAN.reserve(Duration.ofSeconds(90), 60, 5, 6)).isEqualTo(PLAN.of(6, 30, 4));
  }
}
