package dev.evokernel.finals;

import module java.base;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.objective.AcceptanceRule;

/**
 * The estimated time of the finals in nanoseconds, from the measurements of the search.
 *
 * @param opening a fresh process
 * @param before the last drift check and the leaderboard's champion
 * @param start of the first process, with the programs of its baselines
 * @param examination of one finalist before it enters
 * @param verification of one finalist among the others, on all shapes, before and after its rounds
 * @param ofDefault one round of the default by shape
 * @param ofFinalist one round of any other finalist by shape
 * @param end the champion under the sanitizer, the decision, the files
 * @param turns of the devices that hold processes and examine finalists side by side
 */
public record FinalsPlan(
    long opening,
    long before,
    long start,
    long examination,
    long verification,
    Map<String, Double> ofDefault,
    Map<String, Double> ofFinalist,
    FinalsEnd end,
    FinalsTurns turns) {

  /** The plan of a recording, whose finals take no time. */
  public static final FinalsPlan NOTHING =
      new FinalsPlan(
          0, 0, 0, 0, 0, Map.of(), Map.of(), new FinalsEnd(0, 0), new FinalsTurns(1, false));

  /** The number of rounds of finals with enough time. */
  static final int USUAL_ROUNDS = FinalsSettings.withSeed(0).minRounds();

  /** The divisor of the wall time that limits the time reserved for rounds. */
  private static final int SHARE_OF_ROUNDS = 4;

  /**
   * The divisor of the wall time that limits the time reserved for finalists. One more finalist is
   * cheap in finals of any size, and may be the fastest.
   */
  private static final int SHARE_OF_FINALISTS = 2;

  /** The factor of the reserve for the shortest finals, because the estimate may grow. */
  private static final double CAUTION = 1.25;

  public FinalsPlan {
    ofDefault = Map.copyOf(ofDefault);
    ofFinalist = Map.copyOf(ofFinalist);
  }

  /**
   * Computes the time to reserve. The whole finals get their time if it is at most a quarter of the
   * wall time. Otherwise rounds are reduced first, then processes, but not below the two that a
   * decision needs. The least rounds may take up to half of the wall time; beyond that, finalists
   * are reduced, and the second process last. The reserve is never less than 1.25 times {@link
   * #least}.
   *
   * @param rounds the most rounds of the finals
   * @param processes the most processes
   * @param seats besides the default's
   */
  public Duration reserve(Duration wall, int rounds, int processes, int seats) {
    Duration most = wall.dividedBy(SHARE_OF_ROUNDS);
    int needed = Math.min(processes, AcceptanceRule.PROCESSES);
    for (int fewer = processes; fewer >= needed; fewer--) {
      for (int some = rounds; some > USUAL_ROUNDS; some -= USUAL_ROUNDS) {
        if (of(seats, some, fewer).compareTo(most) <= 0) {
          return of(seats, some, fewer);
        }
      }
    }
    Duration half = wall.dividedBy(SHARE_OF_FINALISTS);
    for (int fewer = seats; fewer >= 1; fewer--) {
      Duration usual = of(fewer, Math.min(rounds, USUAL_ROUNDS), needed);
      Duration cautious = cautious(fewer, needed);
      if (cautious.compareTo(half) <= 0) {
        return usual.compareTo(most) <= 0 && usual.compareTo(cautious) > 0 ? usual : cautious;
      }
    }
    return cautious(1, 1);
  }

  /** Returns the time of the shortest finals that can decide, with the finalists examined. */
  public Duration shortest(int seats, int processes) {
    int needed = Math.min(processes, AcceptanceRule.PROCESSES);
    return held(seats, FinalsSettings.LEAST_ROUNDS * needed, needed);
  }

  /** Returns the time of finals with the usual rounds in the least processes that can decide. */
  public Duration usual(int seats, int processes) {
    return of(seats, USUAL_ROUNDS, Math.min(processes, AcceptanceRule.PROCESSES));
  }

  /** Returns 1.25 times the time of finals with all rounds in all processes. */
  public Duration whole(int seats, int rounds, int processes) {
    return Duration.ofNanos((long) (CAUTION * of(seats, rounds, processes).toNanos()));
  }

  /** Returns 1.25 times the time of finals with the least rounds, because the estimate may grow. */
  private Duration cautious(int seats, int processes) {
    return whole(seats, FinalsSettings.LEAST_ROUNDS * processes, processes);
  }

  /** Returns the time of the shortest finals: the default and one finalist, in the least rounds. */
  public Duration least() {
    return of(1, FinalsSettings.LEAST_ROUNDS, 1);
  }

  /**
   * Returns the time from the selection of the finalists to the files.
   *
   * @param seats besides the default's
   */
  Duration of(int seats, int rounds, int processes) {
    return Duration.ofNanos(before + Math.ceilDiv(seats, turns.devices()) * examination)
        .plus(held(seats, rounds, processes));
  }

  /**
   * Returns the time from the first process to the files, with all finalists selected and examined.
   *
   * @param rounds of each finalist, in all processes together
   */
  public Duration held(int seats, int rounds, int processes) {
    return further(1, seats, rounds, processes).plusNanos(end.nanos());
  }

  /** Returns the time of a process and all later processes, with the start of each. */
  public Duration further(int first, int seats, int rounds, int processes) {
    long[] byDevice = new long[turns.devices()];
    for (int number = first; number <= processes; number++) {
      byDevice[turns.device(number)] += started(number, seats, rounds, processes);
    }
    return Duration.ofNanos(LongStream.of(byDevice).max().orElseThrow());
  }

  /**
   * Returns the time of the later processes on the device of this process, with the start of each.
   */
  Duration following(int process, int seats, int rounds, int processes) {
    return Duration.ofNanos(
        IntStream.rangeClosed(process + 1, processes)
            .filter(number -> turns.device(number) == turns.device(process))
            .mapToLong(number -> started(number, seats, rounds, processes))
            .sum());
  }

  /** Returns the time before the rounds of a process: its start, and that of the baselines. */
  long opening(int number) {
    return number > 1 ? opening : start;
  }

  private long started(int number, int seats, int rounds, int processes) {
    return opening(number) + process(number, seats, rounds, processes).toNanos();
  }

  /** Returns the time of one process after its start, without the closing of the finals. */
  public Duration process(int number, int seats, int rounds, int processes) {
    int present = RepeatedFinals.present(number, processes, seats);
    int visits = RepeatedFinals.visits(processes, seats);
    double interleaved =
        ofDefault.entrySet().stream()
            .mapToDouble(
                one ->
                    rounds(
                        rounds,
                        visits,
                        one.getValue() + present * ofFinalist.getOrDefault(one.getKey(), 0.)))
            .sum();
    return Duration.ofNanos((present + 1) * verification + (long) interleaved);
  }

  /** Returns the time of the rounds on one shape in one process; long finals end early. */
  private static double rounds(int count, int visits, double round) {
    double most = FinalsSettings.withSeed(0).atMost().toNanos() / (double) visits;
    return Math.min(
        Math.ceilDiv(count, visits) * round,
        Math.max(most, Math.ceilDiv(USUAL_ROUNDS, visits) * round));
  }
}
