package dev.evokernel.run.evaluation;

import module java.base;

import dev.evokernel.finals.FinalRound;
import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.FinalsPlan;
import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.finals.PlannedProcesses;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.Stopwatch;

/**
 * The remaining wall time of a run, divided between search and finals. The search ends when only
 * the estimated time of the finals is left. The finals end in time for the steps after them.
 *
 * @param hasFinals whether time is reserved for finals
 * @param warned whether the wall time was found too short for search and finals
 * @param news receives one line if it is
 */
public record TimeLeft(
    RunSpec spec,
    Stopwatch stopwatch,
    FinalsPlanner planner,
    boolean hasFinals,
    AtomicBoolean warned,
    Consumer<String> news) {

  private static final Duration QUIET = Duration.ofSeconds(30);

  /**
   * Creates the clock of a run. The finals of a recording take no time, because they are not
   * measured again.
   *
   * @param news receives one line if the wall time is too short for search and finals
   */
  public static TimeLeft of(
      RunSpec spec, Stopwatch stopwatch, FinalsPlanner planner, Consumer<String> news) {
    return new TimeLeft(
        spec, stopwatch, planner, spec.platform() instanceof Hardware, new AtomicBoolean(), news);
  }

  /** Returns the time until the budget's wall time is over; negative afterwards. */
  public Duration ofAll() {
    return spec.budget().wall().minus(stopwatch.spent());
  }

  /** Checks whether the budget's wall time is over. */
  public static boolean isOver(RunSpec spec, Stopwatch stopwatch) {
    return spec.budget().hasWall() && spec.budget().wall().compareTo(stopwatch.spent()) <= 0;
  }

  /**
   * Returns the time until the last evaluation of the search must begin. Before the default was
   * measured no time is reserved, because a run without the default has no result.
   */
  public Duration ofSearch() {
    if (planner.weights().isEmpty()) {
      return ofAll();
    }
    warn();
    return ofAll().minus(reserve()).minus(planner.evaluation());
  }

  /** Warns if finals that can decide need more than half of the wall time. */
  private void warn() {
    if (!hasFinals || !spec.budget().hasWall() || warned.get()) {
      return;
    }
    Duration wall = spec.budget().wall();
    Duration usual = plan().usual(FinalistSelection.FINALISTS, spec.acceptance().processes());
    if (usual.multipliedBy(2).compareTo(wall) > 0 && warned.compareAndSet(false, true)) {
      news.accept(
          "warning: the finals need about %d s of the wall time of %d s. Give at least: --wall %ds"
              .formatted(
                  usual.toSeconds() + 1,
                  wall.toSeconds(),
                  roundedUp(usual.multipliedBy(4)).toSeconds()));
    }
  }

  /** Wall time that gives the finals every process after what was spent so far. */
  public Duration wallForAllProcesses() {
    int seats = FinalistSelection.FINALISTS;
    int processes = spec.acceptance().processes();
    Duration whole = plan().whole(seats, spec.acceptance().rounds(), processes);
    return roundedUp(
        Collections.max(List.of(stopwatch.spent().plus(whole), plan().wall(seats, processes))));
  }

  /** Rounds up to half minutes. */
  private static Duration roundedUp(Duration time) {
    return Duration.ofSeconds(30 * Math.ceilDiv(time.toSeconds() + 1, 30L));
  }

  /**
   * Returns the time reserved for the finals. If even the shortest finals no longer fit, the search
   * gets the time.
   */
  private Duration reserve() {
    FinalsPlan plan = plan();
    return isEnoughForFinals()
        ? plan.reserve(
            spec.budget().wall(),
            spec.acceptance().rounds(),
            spec.acceptance().processes(),
            FinalistSelection.FINALISTS)
        : Duration.ofNanos(plan.overhead().end());
  }

  private FinalsPlan plan() {
    return hasFinals ? planner.plan() : FinalsPlan.NOTHING;
  }

  /** Checks whether there is time for finals of the default and one other finalist. */
  public boolean isEnoughForFinals() {
    return !hasFinals || plan().least().compareTo(ofAll()) <= 0;
  }

  public Duration leastFinals() {
    return plan().least();
  }

  /**
   * Checks whether there is time to examine and measure one more finalist, without sanitizers.
   *
   * @param seats taken, not counting the default's
   */
  public boolean isEnoughForAnother(int seats) {
    FinalsPlan plan = plan();
    Duration least = plan.shortest(seats + 1, spec.acceptance().processes());
    return !hasFinals || least.plusNanos(plan.examination()).compareTo(ofAll()) <= 0;
  }

  /**
   * Plans the processes of the finals: as many as there is time for. In each process every finalist
   * gets {@link FinalsSettings#LEAST_ROUNDS} samples on every shape.
   *
   * @param before nanoseconds until the first process is open
   */
  public FinalRound.Schedule schedule(long before) {
    boolean limited = hasFinals && spec.budget().hasWall();
    return new PlannedProcesses(
        spec.acceptance().processes(),
        spec.acceptance().rounds(),
        plan(),
        () -> limited ? Optional.of(ofAll().minusNanos(before)) : Optional.empty());
  }

  /**
   * Counts the processes that have time after the opening and the examinations of all finalists, or
   * of as many as leave time for a decision.
   */
  public int processesAhead() {
    boolean beside = !spec.backend().compilingDisturbsTiming();
    int processes = 1;
    for (int seats = FinalistSelection.FINALISTS; seats > 0 && processes == 1; seats--) {
      processes = schedule(plan().opened(seats, beside)).next(0, seats).getFirst().of();
    }
    return processes;
  }

  /**
   * Returns the time for which the finals may wait for quiet: 30 s, a twentieth of the wall time,
   * and no more than the usual finals leave.
   */
  public Duration forQuiet() {
    Duration spare =
        ofAll().minus(plan().usual(FinalistSelection.FINALISTS, spec.acceptance().processes()));
    Duration most = Collections.min(List.of(QUIET, spec.budget().wall().dividedBy(20), spare));
    return hasFinals ? most : Duration.ZERO;
  }

  /**
   * Returns the time until the last round of a process of the finals must end. The sanitizers get
   * what the least rounds of this process and the later ones leave.
   */
  public Duration ofFinals(FinalsProcess process) {
    if (!spec.budget().hasWall()) {
      return FinalsTime.UNLIMITED.within();
    }
    FinalsPlan plan = plan();
    long left = Math.max(0, ofAll().toNanos() - plan.overhead().closing());
    Duration least = plan.least(process.number(), FinalistSelection.FINALISTS, process.of());
    long sanitizing = Math.clamp(left - least.toNanos(), 0, plan.overhead().sanitizing());
    return Duration.ofNanos((long) (process.share() * (left - sanitizing)));
  }

  /** Returns the time until the last round of finals in a single process must end. */
  public Duration ofFinals() {
    return ofFinals(FinalsProcess.ONLY);
  }
}
