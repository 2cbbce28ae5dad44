package dev.evokernel.finals;

import module java.base;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.objective.AcceptanceRule;

/**
 * The estimated time of the finals in nanoseconds, from the measurements of the search.
 *
 * @param overhead of the processes, and after them
 * @param before the last drift check, the leaderboard's champion, and what opens before the
 *     examinations
 * @param examination of one finalist before it enters
 * @param verification of one finalist among the others, on all shapes, before and after its rounds
 * @param ofDefault one round of the default by shape
 * @param ofFinalist one round of any other finalist by shape
 * @param turns of the devices that hold processes and examine finalists side by side
 */
public record FinalsPlan(
    FinalsOverhead overhead,
    long before,
    long examination,
    long verification,
    Map<String, Double> ofDefault,
    Map<String, Double> ofFinalist,
    FinalsTurns turns) {

  /** The plan of a recording, whose finals take no time. */
  public static final FinalsPlan NOTHING =
      new FinalsPlan(
          new FinalsOverhead(0, 0, 0, 0, 0),
          0,
          0,
          0,
          Map.of(),
          Map.of(),
          new FinalsTurns(1, false));

  /** The number of rounds of finals with enough time. */
  static final int USUAL_ROUNDS = FinalsSettings.withSeed(0).minRounds();

  /**
   * The percentages of the wall time that the finals may take, sanitizers and files apart: the next
   * one only if the shortest finals that can decide do not fit.
   */
  private static final List<Integer> SHARES = List.of(12, 25, 50);

  /** The number of finalists for which the shortest finals rather take a larger share. */
  private static final int FEW = 3;

  /** The factor of the reserve for the shortest finals, because the estimate may grow. */
  private static final double CAUTION = 1.25;

  public FinalsPlan {
    ofDefault = Map.copyOf(ofDefault);
    ofFinalist = Map.copyOf(ofFinalist);
  }

  /**
   * Computes the time to reserve: at most the first of the shares, if that is enough for a
   * decision. If the finals need more, rounds are reduced first, then processes, but not below the
   * two that a decision needs, then finalists down to {@value #FEW}. In half of the wall time,
   * finalists are reduced further, and the second process last.
   *
   * @param rounds the most rounds of the finals
   * @param processes the most processes
   * @param seats besides the default's
   */
  public Duration reserve(Duration wall, int rounds, int processes, int seats) {
    int needed = Math.min(processes, AcceptanceRule.PROCESSES);
    for (int fewer = processes; fewer >= needed; fewer--) {
      int least = FinalsSettings.LEAST_ROUNDS * RepeatedFinals.visits(fewer, seats);
      for (int some = rounds; some >= Math.min(rounds, least); some -= USUAL_ROUNDS) {
        if (of(seats, some, fewer).compareTo(most(wall, SHARES.getFirst())) <= 0) {
          return of(seats, some, fewer);
        }
      }
    }
    for (int share : SHARES) {
      Duration most = most(wall, share);
      int fewest = share == SHARES.getLast() ? 1 : Math.min(FEW, seats);
      for (int fewer = seats; fewer >= fewest; fewer--) {
        Duration cautious = cautious(fewer, needed);
        if (cautious.compareTo(most) <= 0) {
          return cautious;
        }
      }
    }
    return cautious(1, 1);
  }

  private Duration most(Duration wall, int share) {
    return wall.dividedBy(100).multipliedBy(share).plusNanos(overhead.end());
  }

  /**
   * Returns the time of the shortest finals that can decide, with the finalists examined and
   * without sanitizers. The second process has time for {@value #FEW} of them.
   */
  public Duration shortest(int seats, int processes) {
    int needed = Math.min(processes, AcceptanceRule.PROCESSES);
    return further(1, seats, FinalsSettings.LEAST_ROUNDS, 1)
        .plusNanos(overhead.closing())
        .plus(further(2, Math.min(seats, FEW), FinalsSettings.LEAST_ROUNDS * needed, needed));
  }

  /** Returns the time of finals with the usual rounds in the least processes that can decide. */
  public Duration usual(int seats, int processes) {
    return of(seats, USUAL_ROUNDS, Math.min(processes, AcceptanceRule.PROCESSES));
  }

  /** Returns 1.25 times the time of finals with all rounds in all processes. */
  public Duration whole(int seats, int rounds, int processes) {
    return Duration.ofNanos((long) (CAUTION * of(seats, rounds, processes).toNanos()));
  }

  /** Returns the wall time that has room for all processes, with the least rounds. */
  public Duration wall(int seats, int processes) {
    int least = FinalsSettings.LEAST_ROUNDS * RepeatedFinals.visits(processes, seats);
    return of(seats, least, processes).multipliedBy(100).dividedBy(SHARES.getFirst());
  }

  /**
   * Returns 1.25 times the time of the shortest finals that can decide, because the estimate may
   * grow, and the sanitizers.
   */
  private Duration cautious(int seats, int processes) {
    long time = shortest(seats, processes).toNanos() + selection(seats);
    return Duration.ofNanos((long) (CAUTION * time) + overhead.sanitizing());
  }

  /**
   * Returns the time of the shortest finals: the default and one finalist, in the least rounds,
   * without sanitizers.
   */
  public Duration least() {
    return of(1, FinalsSettings.LEAST_ROUNDS, 1).minusNanos(overhead.sanitizing());
  }

  /**
   * Returns the time from the selection of the finalists to the files.
   *
   * @param seats besides the default's
   */
  Duration of(int seats, int rounds, int processes) {
    return held(seats, rounds, processes).plusNanos(selection(seats));
  }

  private long selection(int seats) {
    return before + Math.ceilDiv(seats, turns.devices()) * examination;
  }

  /** Returns the time of the examinations and of opening, one after the other or beside. */
  public long opened(int seats, boolean beside) {
    long examining = selection(seats) - before;
    long opening = overhead.opening();
    return beside ? Math.max(examining, opening) : examining + opening;
  }

  /**
   * Returns the time from the first process to the files, with all finalists selected and examined.
   *
   * @param rounds of each finalist, in all processes together
   */
  public Duration held(int seats, int rounds, int processes) {
    return further(1, seats, rounds, processes).plusNanos(overhead.end());
  }

  /** Returns the time of a process and all later processes, with the start of each. */
  public Duration further(int first, int seats, int rounds, int processes) {
    return IntStream.range(0, turns.devices())
        .mapToObj(device -> on(device, first, seats, rounds, processes))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Returns the time of a process and all later processes with the least rounds. */
  public Duration least(int first, int seats, int processes) {
    int rounds = FinalsSettings.LEAST_ROUNDS * RepeatedFinals.visits(processes, seats);
    return further(first, seats, rounds, processes);
  }

  /** Returns the time of the later processes on the device of a process, with their starts. */
  Duration following(int process, int seats, int rounds, int processes) {
    return on(turns.device(process), process + 1, seats, rounds, processes);
  }

  private Duration on(int device, int first, int seats, int rounds, int processes) {
    return Duration.ofNanos(
        IntStream.rangeClosed(first, processes)
            .filter(number -> turns.device(number) == device)
            .mapToLong(number -> started(number, seats, rounds, processes))
            .sum());
  }

  /** Returns the time until a process is open, after the one before it on its device. */
  long opening(int number) {
    long before =
        IntStream.range(1, number).filter(i -> turns.device(i) == turns.device(number)).count();
    return before < overhead.ahead() ? 0 : overhead.opening();
  }

  private long started(int number, int seats, int rounds, int processes) {
    return opening(number)
        + (number == 1 ? overhead.baselines() : 0)
        + process(number, seats, rounds, processes).toNanos();
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
