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
          new FinalsOverhead(
              Math.round(SECOND), 0, Math.round(0.5 * SECOND), 0, Math.round(SECOND)),
          Math.round(0.5 * SECOND),
          Math.round(0.5 * SECOND),
          Math.round(0.5 * SECOND),
          Map.of("small", 0.01 * SECOND),
          Map.of("small", 0.01 * SECOND),
          new FinalsTurns(1, false));

  private static FinalsPlan on(int devices) {
    return with(PLAN.overhead(), new FinalsTurns(devices, false));
  }

  private static FinalsPlan with(FinalsOverhead overhead, FinalsTurns turns) {
    return new FinalsPlan(
        overhead,
        PLAN.before(),
        PLAN.examination(),
        PLAN.verification(),
        PLAN.ofDefault(),
        PLAN.ofFinalist(),
        turns);
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
    assertThat(PLAN.least().plusNanos(PLAN.overhead().sanitizing()))
        .isEqualTo(PLAN.of(1, FinalsSettings.LEAST_ROUNDS, 1));
  }

  @Test
  void reserve_enoughTime_isForTheWholeFinals() {
    assertThat(PLAN.reserve(Duration.ofMinutes(2), 60, 1, 6)).isEqualTo(PLAN.of(6, 60, 1));
    assertThat(PLAN.reserve(Duration.ofHours(8), 60, 1, 6)).isEqualTo(PLAN.of(6, 60, 1));
  }

  @Test
  void reserve_lessTime_isForFewerRoundsAndThenForFewerFinalists() {
    // 12 % of 96 s are 11.5 s, and 1 s for the files.
    assertThat(PLAN.reserve(Duration.ofSeconds(96), 60, 1, 6)).isEqualTo(PLAN.of(6, 30, 1));
    assertThat(PLAN.reserve(Duration.ofSeconds(82), 60, 1, 6)).isEqualTo(PLAN.of(6, 15, 1));
    assertThat(PLAN.reserve(Duration.ofSeconds(75), 60, 1, 6)).isEqualTo(cautious(4));
    assertThat(PLAN.reserve(Duration.ofSeconds(62), 60, 1, 6)).isEqualTo(cautious(3));
  }

  @Test
  void reserve_notTwelvePerCentForThree_isAQuarterOrHalf() {
    assertThat(PLAN.reserve(Duration.ofSeconds(46), 60, 1, 6)).isEqualTo(cautious(6));
    assertThat(PLAN.reserve(Duration.ofSeconds(30), 60, 1, 6)).isEqualTo(cautious(3));
    assertThat(PLAN.reserve(Duration.ofSeconds(20), 60, 1, 6)).isEqualTo(cautious(5));
    assertThat(PLAN.reserve(Duration.ofSeconds(10), 60, 1, 6)).isEqualTo(cautious(1));
  }

  @Test
  void reserve_processesBeforeRounds() {
    assertThat(PLAN.reserve(Duration.ofMinutes(10), 60, 5, 6)).isEqualTo(PLAN.of(6, 60, 5));
    assertThat(PLAN.reserve(Duration.ofSeconds(195), 60, 5, 6)).isEqualTo(PLAN.of(6, 30, 5));
    assertThat(PLAN.reserve(Duration.ofSeconds(185), 60, 5, 6)).isEqualTo(PLAN.of(6, 15, 5));
    assertThat(PLAN.reserve(Duration.ofSeconds(170), 60, 5, 6)).isEqualTo(PLAN.of(6, 15, 4));
  }

  @Test
  void reserve_sanitizers_areApartFromTheShare() {
    FinalsOverhead usual = PLAN.overhead();
    FinalsPlan sanitized =
        with(
            new FinalsOverhead(
                usual.opening(), 0, usual.baselines(), Math.round(5 * SECOND), usual.closing()),
            PLAN.turns());
    for (int wall : new int[] {112, 75, 46, 20}) {
      assertThat(sanitized.reserve(Duration.ofSeconds(wall), 60, 1, 6))
          .isEqualTo(PLAN.reserve(Duration.ofSeconds(wall), 60, 1, 6).plusSeconds(5));
    }
  }

  @Test
  void held_processesOpenedAhead_takeNoTimeToOpen() {
    FinalsPlan ahead =
        with(new FinalsOverhead(Math.round(SECOND), 3, 0, 0, Math.round(SECOND)), PLAN.turns());
    assertThat(PLAN.held(6, 60, 5).minus(ahead.held(6, 60, 5))).isEqualTo(millis(500 + 3_000));
  }

  @Test
  void held_longRounds_endEarlyOnTheShape() {
    var slow =
        new FinalsPlan(
            new FinalsOverhead(0, 0, 0, 0, 0),
            0,
            0,
            0,
            Map.of("large", 0.5 * SECOND),
            Map.of("large", 0.5 * SECOND),
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
}
