package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.workers.RunClock.Stopwatch;

/**
 * The shares of a run's wall time: when the search pauses for a process of the finals, how long the
 * process may take, and when the search ends. Every share is a constant of this class.
 *
 * <p>Thread-safe: each device of a run has its own thread.
 */
public final class TimePlan {

  /** Part of the wall time for processes of the finals. */
  private static final double FINALS = 0.3;

  /** The divisor of the wall time that gives the most time for the processes after the search. */
  private static final int LAST = 2;

  /** The fewest processes that are planned: one chooses, and two confirm. */
  private static final int LEAST = 3;

  /** The fewest parts of the time for processes: several short ones tell more than a long one. */
  private static final int LEAST_PARTS = 5;

  /** Part of the wall time before the first process, and its upper limit. */
  private static final double FIRST = 0.2;

  private static final Duration FIRST_AT_MOST = Duration.ofSeconds(90);

  /** Candidates that the first process waits for on a slow machine, and for how long. */
  private static final int ENOUGH = 24;

  private static final double FIRST_AT_LAST = 0.35;
  private static final Duration FIRST_AT_LAST_AT_MOST = Duration.ofMinutes(3);

  /** Part of the wall time before the second process, and its upper limit. */
  private static final double SECOND = 0.3;

  private static final Duration SECOND_AT_MOST = Duration.ofMinutes(3);

  /** Part of the wall time for the search before the first process, and after it. */
  private static final double SEARCH_BEFORE = 0.15;

  private static final Duration SEARCH_BEFORE_AT_MOST = Duration.ofMinutes(1);
  private static final double SEARCH_AFTER = 0.05;
  private static final Duration SEARCH_AFTER_AT_MOST = Duration.ofSeconds(10);

  /** The divisor of the wall time that gives the most time for the finalists of a process. */
  private static final int PROCESS_SHARE = 8;

  /** Safety factor of an estimated process. */
  private static final double CAREFUL = 1.2;

  /** Evaluations that take as long as a finalist on shared cores, and the most time beyond one. */
  private static final int ON_CORES = 8;

  private static final Duration ON_CORES_AT_MOST = Duration.ofSeconds(2);

  /** Finalists of a process before any was held. */
  private static final int SEATS = 5;

  /** Time until a program that imports PyTorch is ready, and more for each shape. */
  private static final Duration PROGRAM = Duration.ofSeconds(6);

  private static final Duration PROGRAM_SHAPE = Duration.ofMillis(700);

  /** The divisors of the wall time that give the most time for programs and for sanitizers. */
  private static final int PROGRAMS_SHARE = 8;

  private static final int SANITIZERS_SHARE = 10;

  /** The end of all processes and the files, and more for each candidate. */
  private static final Duration CLOSING = Duration.ofMillis(1500);

  private static final long CLOSING_EACH = 200_000;

  /** The least time of a process after its opening. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The number of latest evaluations whose median is used. */
  private static final int MEMORY = 16;

  private final RunSpec spec;
  private final Stopwatch stopwatch;
  private final Duration opening;
  private final Duration sanitizing;
  private final boolean pauses;
  private final Deque<Long> evaluations = new ArrayDeque<>();
  private Map<String, Double> weights = Map.of();
  private OptionalLong seat = OptionalLong.empty();
  private int seats = SEATS;
  private IntSupplier after = () -> LEAST;
  private long candidates;

  /** Points of time at which a process was held or found needless. */
  private int passed;

  /** When the default was measured, and when the first process ended or was found needless. */
  private Duration searched = Duration.ZERO;

  private Duration firstEnded = Duration.ZERO;

  /**
   * @param opening the start time of a device process
   * @param sanitizing the time of the sanitizers for one candidate; zero if there are none
   */
  public TimePlan(RunSpec spec, Stopwatch stopwatch, Duration opening, Duration sanitizing) {
    this.spec = spec;
    this.stopwatch = stopwatch;
    this.opening = opening;
    this.sanitizing = sanitizing;
    this.pauses = !spec.isReplay() && spec.budget().hasWall();
  }

  /** Plans as many processes after the search as this says. */
  public synchronized void after(IntSupplier processes) {
    after = processes;
  }

  /** Learns from earlier sessions, of which only the duration of each evaluation is known. */
  public synchronized void knows(RunHistory earlier) {
    List<Candidate> all = earlier.outlines();
    candidates += all.size();
    all.stream()
        .filter(Candidate::isMeasured)
        .map(one -> one.evaluation().orElseThrow().evaluateNanos())
        .filter(nanos -> nanos > 0)
        .forEach(this::add);
    earlier
        .defaultCandidate()
        .flatMap(one -> one.measured())
        .ifPresent(measured -> weights = weights(measured));
    passed = earlier.finals().map(finals -> finals.processes()).orElse(0);
  }

  /** Learns from an evaluation of this session. */
  public synchronized void evaluated(Configuration configuration, Evaluated evaluated) {
    if (evaluated.outcome() instanceof Measured measured && evaluated.loss().isEmpty()) {
      Spent spent = evaluated.spent();
      add(spent.total());
      if (configuration.equals(spec.kernel().defaultConfiguration())) {
        searched = weights.isEmpty() ? stopwatch.spent() : searched;
        weights = weights(measured);
      }
    }
  }

  private void add(long nanos) {
    evaluations.add(nanos);
    if (evaluations.size() > MEMORY) {
      evaluations.remove();
    }
  }

  private static Map<String, Double> weights(Measured measured) {
    return measured.measurements().stream()
        .collect(Collectors.toMap(Measurement::shape, one -> Math.max(1e6, one.samples().p50())));
  }

  /** Counts one more candidate in the files. */
  public synchronized void recorded() {
    candidates++;
  }

  /** Learns the duration of a process of the finals, from the start of its preparation. */
  public synchronized void held(int number, int finalists, long nanos) {
    long programs = number == 1 ? programs().toNanos() : 0;
    long rounds = Math.max(nanos - programs, nanos / 2) - opening.toNanos();
    seat = OptionalLong.of(Math.max(0, rounds / finalists));
    seats = finalists;
    if (number == 1) {
      firstEnded = stopwatch.spent();
    }
  }

  /** Passes a point of time, at which a process was held or found needless. */
  public synchronized void pass() {
    passed++;
    if (passed == 1) {
      firstEnded = stopwatch.spent();
    }
  }

  /** Returns the time until the budget's wall time is over; negative afterwards. */
  public Duration ofAll() {
    return spec.budget().wall().minus(stopwatch.spent());
  }

  /** Checks whether the budget's wall time is over. */
  public static boolean isOver(RunSpec spec, Stopwatch stopwatch) {
    return spec.budget().hasWall() && spec.budget().wall().compareTo(stopwatch.spent()) <= 0;
  }

  /** Returns the time of a typical evaluation; zero before the first. */
  public synchronized Duration evaluation() {
    return Duration.ofNanos(
        evaluations.isEmpty()
            ? 0
            : evaluations.stream().sorted().skip(evaluations.size() / 2).findFirst().orElseThrow());
  }

  /** Estimates a process of the finals, with its opening and the examination of its finalists. */
  public synchronized Duration process() {
    return process(seats);
  }

  private Duration process(int finalists) {
    if (seat.isPresent()) {
      return opening.plusNanos(finalists * seat.getAsLong());
    }
    Duration once = evaluation();
    Duration each =
        spec.backend().compilingDisturbsTiming()
            ? Collections.min(List.of(once.multipliedBy(ON_CORES), once.plus(ON_CORES_AT_MOST)))
            : once;
    return opening.plus(each.multipliedBy(finalists)).plus(SHORTEST);
  }

  /** Checks whether a process with so many finalists takes no more than its part of the time. */
  public synchronized boolean seats(int finalists) {
    return !pauses
        || process(finalists).compareTo(spec.budget().wall().dividedBy(PROCESS_SHARE)) <= 0;
  }

  private Duration programs() {
    boolean any =
        spec.kernel().baselines().stream()
            .anyMatch(
                one ->
                    one instanceof Baseline.Command
                        && spec.acceptance().baselines().contains(one.name()));
    Duration all = PROGRAM.plus(PROGRAM_SHAPE.multipliedBy(spec.shapes().size()));
    return any
        ? Collections.min(List.of(all, spec.budget().wall().dividedBy(PROGRAMS_SHARE)))
        : Duration.ZERO;
  }

  private Duration closing() {
    return CLOSING.plusNanos(CLOSING_EACH * candidates);
  }

  private static Duration times(double factor, Duration time) {
    return Duration.ofNanos(Math.round(factor * time.toNanos()));
  }

  /**
   * Returns the time until the last evaluation of the search must begin. Before the default was
   * measured no time is kept back, because a run without the default has no result, and none for
   * processes before another candidate was, because there is nothing to confirm.
   */
  public synchronized Duration ofSearch() {
    if (weights.isEmpty()) {
      return ofAll();
    }
    if (evaluations.size() < 2) {
      return ofAll().minus(closing());
    }
    return ofAll().minus(kept()).minus(evaluation());
  }

  /**
   * Returns the time that is kept for the processes after the search: at most half of the wall
   * time, and only that of the files if not even one process fits there.
   */
  private synchronized Duration kept() {
    if (!pauses) {
      return Duration.ZERO;
    }
    Duration one = times(CAREFUL, process());
    Duration before = closing().plus(passed == 0 ? programs() : Duration.ZERO);
    Duration half = spec.budget().wall().dividedBy(LAST);
    int count = after.getAsInt();
    while (count > 1 && before.plus(one.multipliedBy(count)).compareTo(half) > 0) {
      count--;
    }
    Duration kept = before.plus(one.multipliedBy(count));
    return kept.compareTo(half) > 0
        ? closing()
        : Collections.min(List.of(half, kept.plus(ofSanitizers())));
  }

  /** Returns the time that sanitizers may take in all processes together. */
  private Duration ofSanitizers() {
    return Collections.min(List.of(sanitizing, spec.budget().wall().dividedBy(SANITIZERS_SHARE)));
  }

  /** Counts the processes that are planned for the whole wall time. */
  private synchronized int planned() {
    double affordable = FINALS * spec.budget().wall().toNanos() / Math.max(1, process().toNanos());
    return Math.clamp((long) affordable, LEAST, Math.max(LEAST, most()));
  }

  /** Counts the processes beside the search; the others wait for a late discovery. */
  private int besideSearch() {
    int planned = Math.min(planned(), most());
    return planned - (planned > 2 * LEAST - 1 ? LEAST : 1);
  }

  private int most() {
    return spec.acceptance().processes();
  }

  /** Returns the time until the search pauses for the next process; more than is left if never. */
  public synchronized Duration untilProcess() {
    if (!pauses || weights.isEmpty() || passed >= besideSearch()) {
      return spec.budget().wall();
    }
    return due(passed + 1).minus(stopwatch.spent());
  }

  /**
   * Returns the point of time of a process: the first two early, so that a long run has a verdict
   * within minutes, though after enough candidates to choose among, and the others at equal ratios
   * until the last one ends with the wall time.
   */
  private Duration due(int number) {
    Duration wall = spec.budget().wall();
    if (number == 1) {
      Duration search = Collections.min(List.of(SEARCH_BEFORE_AT_MOST, times(SEARCH_BEFORE, wall)));
      Duration least = candidates < ENOUGH ? wall : searched.plus(search);
      Duration first = Collections.min(List.of(FIRST_AT_MOST, times(FIRST, wall)));
      Duration latest = Collections.min(List.of(FIRST_AT_LAST_AT_MOST, times(FIRST_AT_LAST, wall)));
      return Collections.min(List.of(latest, Collections.max(List.of(first, least))));
    }
    Duration soon = Collections.min(List.of(SECOND_AT_MOST, times(SECOND, wall)));
    Duration search = Collections.min(List.of(SEARCH_AFTER_AT_MOST, times(SEARCH_AFTER, wall)));
    double second = Collections.max(List.of(soon, firstEnded.plus(search))).toNanos();
    double last = Math.max(second, (double) wall.minus(kept()).toNanos());
    double part = (number - 2.0) / Math.max(1, besideSearch() - 1);
    return Duration.ofNanos(Math.round(second * Math.pow(last / second, part)));
  }

  /** Checks whether a process fits the rest of the wall time. */
  public synchronized boolean fits() {
    return !pauses || ofAll().compareTo(leastFinals()) >= 0;
  }

  /**
   * Returns the time that the rounds of a process may take, with its verification: an equal part of
   * the time for all processes, and what the baselines' programs need.
   *
   * @param number of the process, from 1
   */
  public synchronized FinalsTime ofProcess(int number) {
    if (!pauses) {
      return new FinalsTime(FinalsTime.UNLIMITED.within(), weights);
    }
    double part = FINALS / Math.max(planned(), LEAST_PARTS);
    Duration equal = times(part, spec.budget().wall()).minus(opening);
    Duration wanted = Collections.max(List.of(SHORTEST, equal));
    Duration within = number == 1 ? wanted.plus(programs()) : wanted;
    Duration left = ofAll().minus(closing()).minus(opening);
    Duration least = Collections.min(List.of(within, left));
    return new FinalsTime(least.isNegative() ? Duration.ZERO : least, weights);
  }

  /** Returns the wall time, in half minutes, in which a whole run holds all its processes. */
  public synchronized Duration wallForAllProcesses() {
    Duration all = times(most() / FINALS, process());
    Duration more = stopwatch.spent().plus(times(CAREFUL * LEAST, process()).plus(closing()));
    Duration wall = Collections.max(List.of(all, more));
    return Duration.ofSeconds(30 * Math.ceilDiv(wall.toSeconds() + 1, 30L));
  }

  /** Returns the least time in which a session can confirm something. */
  public synchronized Duration leastFinals() {
    return process().plus(closing());
  }
}
