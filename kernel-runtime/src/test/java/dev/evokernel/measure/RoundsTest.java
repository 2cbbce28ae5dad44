package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.CacheState;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private static FinalsSettings settings(Duration atMost) {
    return new FinalsSettings(30, 6, Duration.ofMillis(1), atMost, 1, false);
  }

  private static Rounds rounds(Duration atMost, long seed, LongSupplier nanoClock) {
    return new Rounds(
        settings(atMost),
        1,
        CacheState.HOT,
        new SplittableRandom(seed),
        nanoClock,
        FinalsTime.UNLIMITED.within(),
        (_, _) -> {});
  }

  @Test
  void measure_entrants_giveOneSampleARoundEach() {
    var rounds = rounds(Duration.ofSeconds(10), 1, () -> 0);

    List<Sampling> samplings =
        rounds.measure(
            List.of(ScriptedTimer.steady(1e6), ScriptedTimer.steady(2.5e5)),
            List.of(),
            ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(samplings).allMatch(each -> each.samples().count() == 30);
    assertThat(samplings).extracting(Sampling::launchesPerSample).containsExactly(1, 4);
    assertThat(samplings).extracting(each -> each.samples().p50()).containsExactly(1e6, 2.5e5);
  }

  @Test
  void measure_longRounds_endAtTheTimeLimitWithEquallyManySamples() {
    var rounds = rounds(Duration.ofMillis(20), 1, () -> 0);

    List<Sampling> samplings =
        rounds.measure(
            List.of(ScriptedTimer.steady(1e6), ScriptedTimer.steady(1e6)),
            List.of(),
            ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(samplings).allMatch(each -> each.samples().count() == 6);
  }

  @Test
  void measure_driftingMachine_hitsAllAlike() {
    double[] slowdown = {1};
    BatchTimer drifting = launches -> Math.round(launches * 1e6 * (slowdown[0] += 0.01));
    var rounds = rounds(Duration.ofSeconds(10), 1, () -> 0);

    List<Sampling> samplings =
        rounds.measure(List.of(drifting, drifting), List.of(), ScriptedDeviceMonitor.UNDISTURBED);

    double ratio = samplings.getFirst().samples().p50() / samplings.getLast().samples().p50();
    assertThat(ratio).isBetween(0.98, 1.02);
  }

  @Test
  void measure_withAGuestAsFastAsTheOthers_givesItASampleARound() {
    var rounds = rounds(Duration.ofSeconds(10), 1, () -> 0);

    List<Sampling> samplings =
        rounds.measure(
            List.of(ScriptedTimer.steady(1e6)),
            List.of(ScriptedTimer.steady(5e5)),
            ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(samplings).hasSize(2).allMatch(each -> each.samples().count() == 30);
    assertThat(samplings.getLast().samples().nanos()).containsOnly(5e5);
  }

  @Test
  void measure_withASlowGuest_letsItSitOutAndTakesNothingFromTheOthers() {
    long[] now = {0};
    BatchTimer slow =
        launches -> {
          now[0] += 1_000_000_000L * launches;
          return 1_000_000_000L * launches;
        };
    var rounds = rounds(Duration.ofMillis(200), 1, () -> now[0]);

    List<Sampling> samplings =
        rounds.measure(
            List.of(ScriptedTimer.steady(1e6), ScriptedTimer.steady(1e6)),
            List.of(slow),
            ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(samplings.subList(0, 2)).allMatch(each -> each.samples().count() == 30);
    assertThat(samplings.getLast().samples().count()).isEqualTo(Rounds.MIN_BASELINE_SAMPLES);
  }

  /** The time of a guest is that of all its turns, not of the one that counts. */
  @Test
  void measure_withASlowGuestOfSeveralTurns_letsItSitOut() {
    List<Sampling> samplings =
        onSharedCores(CacheState.COLD)
            .measure(
                List.of(ScriptedTimer.steady(1e6), ScriptedTimer.steady(1e6)),
                List.of(ScriptedTimer.steady(7e6)),
                ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(samplings.getFirst().samples().count()).isEqualTo(30);
    assertThat(samplings.getLast().samples().count())
        .isBetween(20, 24); // 21 ms beside 16 ms a round.
  }

  @Test
  void measure_disturbedRound_forgetsTheGuestsSampleToo() {
    var rounds = rounds(Duration.ofSeconds(10), 1, () -> 0);
    var monitor =
        new ScriptedDeviceMonitor(
            look -> look == 4 ? ScriptedDeviceMonitor.HOT : ScriptedDeviceMonitor.FINE);

    List<Sampling> samplings =
        rounds.measure(
            List.of(ScriptedTimer.steady(1e6)), List.of(ScriptedTimer.steady(1e6)), monitor);

    assertThat(samplings).allMatch(each -> each.samples().count() == 30);
  }

  private static Rounds onSharedCores(CacheState cache) {
    return new Rounds(
        settings(Duration.ofSeconds(10)),
        8,
        cache,
        new SplittableRandom(1),
        () -> 0,
        FinalsTime.UNLIMITED.within(),
        (_, _) -> {});
  }

  @Test
  void measure_besideBusyProcesses_keepsTheUndisturbedBatches() {
    var random = new SplittableRandom(3);
    var rounds = onSharedCores(CacheState.COLD);
    DoubleFunction<BatchTimer> interrupted =
        nanos ->
            new BatchTimer() {
              @Override
              public long nanos(int launches) {
                return Math.round(launches * nanos);
              }

              @Override
              public Turn turn(int launches, int most) {
                var disturbed = new ArrayList<Long>();
                var undisturbed = new ArrayList<Long>();
                for (int i = 0; i < most; i++) {
                  boolean isLost = random.nextDouble() < 0.6;
                  (isLost ? disturbed : undisturbed)
                      .add(nanos(launches) * (isLost ? 2 + random.nextInt(20) : 1));
                }
                return Turn.of(undisturbed, disturbed);
              }
            };

    List<Sampling> samplings =
        rounds.measure(
            List.of(interrupted.apply(1.6e5), interrupted.apply(1e5)),
            List.of(interrupted.apply(5e4)),
            ScriptedDeviceMonitor.UNDISTURBED);

    assertThat(samplings).allMatch(each -> each.samples().count() == 30);
    assertThat(samplings).allMatch(each -> each.launchesPerSample() == 1);
    assertThat(samplings.get(0).samples().p50() / samplings.get(1).samples().p50()).isEqualTo(1.6);
    assertThat(samplings.get(2).samples().p50()).isEqualTo(5e4);
  }

  @Test
  void measure_disturbedSamples_countOnlyWhereTooFewRoundsHaveNone() {
    for (int quiet : List.of(0, 3, 12, 30)) {
      var asked = new AtomicInteger();
      BatchTimer often =
          new BatchTimer() {
            @Override
            public long nanos(int launches) {
              return 2_000_000;
            }

            @Override
            public Turn turn(int launches, int most) {
              boolean isDisturbed = asked.getAndIncrement() >= 4 * quiet;
              return new Turn(isDisturbed ? 9_000_000 : 2_000_000, isDisturbed);
            }
          };
      List<Sampling> samplings =
          onSharedCores(CacheState.COLD)
              .measure(
                  List.of(often, ScriptedTimer.steady(1e6)),
                  List.of(ScriptedTimer.steady(1e6)),
                  ScriptedDeviceMonitor.UNDISTURBED);
      int counted = quiet < 5 ? 30 : quiet;
      assertThat(samplings.stream().map(one -> one.samples().count()))
          .containsExactly(counted, counted, 30);
    }
  }

  @Test
  void measure_oneProgramDisturbedInItsWarmUp_givesBriefSamplesOfAll() {
    BatchTimer disturbed =
        new BatchTimer() {
          @Override
          public long nanos(int launches) {
            return 100_000L * launches;
          }

          @Override
          public boolean wasDisturbed() {
            return true;
          }
        };
    for (List<BatchTimer> timers :
        List.of(
            List.<BatchTimer>of(ScriptedTimer.steady(1e5), disturbed),
            List.<BatchTimer>of(ScriptedTimer.steady(1e5), ScriptedTimer.steady(1e5)))) {
      List<Sampling> samplings =
          onSharedCores(CacheState.HOT)
              .measure(timers, List.of(), ScriptedDeviceMonitor.UNDISTURBED);
      assertThat(samplings.stream().map(Sampling::launchesPerSample))
          .containsOnly(timers.contains(disturbed) ? 4 : 12);
    }
  }

  @Test
  void measure_sameSeed_givesTheSameOrder() {
    assertThat(order(5)).isEqualTo(order(5)).isNotEqualTo(order(6));
  }

  private static List<Integer> order(long seed) {
    var order = new ArrayList<Integer>();
    List<BatchTimer> timers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int position = i;
      timers.add(
          _ -> {
            order.add(position);
            return 1_000_000;
          });
    }
    var _ =
        rounds(Duration.ofSeconds(1), seed, () -> 0)
            .measure(timers, List.of(), ScriptedDeviceMonitor.UNDISTURBED);
    return order;
  }

  @Test
  void measure_disturbedRound_isHeldAgain() {
    var rounds = rounds(Duration.ofSeconds(10), 1, () -> 0);
    double[] launch = {1e6};
    var monitor =
        new ScriptedDeviceMonitor(
            look -> {
              launch[0] = look == 3 ? 5e6 : 1e6; // The fifth look tells of the round before it.
              return look == 4 ? ScriptedDeviceMonitor.HOT : ScriptedDeviceMonitor.FINE;
            });

    List<Sampling> samplings =
        rounds.measure(List.of(launches -> Math.round(launches * launch[0])), List.of(), monitor);

    assertThat(samplings.getFirst().samples().nanos()).hasSize(30).containsOnly(1e6);
    assertThat(samplings.getFirst().device().discarded()).isEqualTo(1);
    assertThat(monitor.rests()).isEqualTo(1);
  }

  private static Rounds within(Duration time, AtomicLong nanos, Rounds.Listener listener) {
    return new Rounds(
        settings(Duration.ofSeconds(10)),
        1,
        CacheState.HOT,
        new SplittableRandom(1),
        nanos::get,
        time,
        listener);
  }

  /** A launch takes a millisecond of the clock. */
  private static BatchTimer ticking(AtomicLong nanos) {
    return launches -> {
      nanos.addAndGet(launches * 1_000_000L);
      return launches * 1_000_000L;
    };
  }

  @Test
  void measure_untilTheTimeIsUp_endsInTheRoundsThatFit() {
    var nanos = new AtomicLong();
    var abouts = new ArrayList<Integer>();
    Rounds rounds = within(Duration.ofMillis(60), nanos, (_, about) -> abouts.add(about));

    List<Sampling> samplings =
        rounds.measure(
            List.of(ticking(nanos), ticking(nanos)), List.of(), ScriptedDeviceMonitor.UNDISTURBED);

    int count = samplings.getFirst().samples().count();
    assertThat(count).isBetween(FinalsSettings.LEAST_ROUNDS, 20);
    assertThat(samplings).allMatch(each -> each.samples().count() == count);
    assertThat(nanos.get()).isLessThan(Duration.ofMillis(60 + 4).toNanos());
    assertThat(abouts).hasSize(count);
    assertThat(abouts.getLast()).isBetween(count, count + 1);
  }

  @Test
  void measure_whenTheTimeWasUpBefore_givesTheLeastRoundsDisturbedOrNot() {
    var nanos = new AtomicLong();
    var monitor = new ScriptedDeviceMonitor(_ -> ScriptedDeviceMonitor.HOT);

    List<Sampling> samplings =
        within(Duration.ZERO, nanos, (_, _) -> {})
            .measure(List.of(ticking(nanos)), List.of(), monitor);

    assertThat(samplings.getFirst().samples().count()).isEqualTo(FinalsSettings.LEAST_ROUNDS);
    assertThat(monitor.rests()).isZero();
  }
}
