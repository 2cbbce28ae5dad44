package dev.evokernel.finals;

import module java.base;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.stats.objective.AcceptanceRule;

/**
 * A schedule with as many processes as there is time for, by the plan of the finals. A process that
 * took less time than planned may add processes.
 */
public final class PlannedProcesses implements FinalRound.Schedule {

  private final int most;
  private final int rounds;
  private final FinalsPlan plan;
  private final Supplier<Optional<Duration>> left;

  /**
   * @param most processes
   * @param rounds the most rounds of a finalist, in all processes together
   * @param left the remaining wall time; empty if it has no limit
   */
  public PlannedProcesses(
      int most, int rounds, FinalsPlan plan, Supplier<Optional<Duration>> left) {
    this.most = most;
    this.rounds = rounds;
    this.plan = plan;
    this.left = left;
  }

  /**
   * Returns every process that still fits the time with several devices; with one device, only the
   * next.
   */
  @Override
  public List<FinalsProcess> next(int done, int finalists) {
    int all = left.get().map(time -> fitting(done, time, finalists)).orElse(most);
    int last = plan.turns().devices() == 1 ? Math.min(done + 1, all) : all;
    return IntStream.rangeClosed(done + 1, last)
        .mapToObj(number -> new FinalsProcess(number, all, share(number, finalists, all)))
        .toList();
  }

  @Override
  public boolean isOver() {
    return left.get().filter(time -> !time.isPositive()).isPresent();
  }

  /**
   * Computes the share of a process in the time left before it, from its opening on. Its baselines
   * get ready within this time. Later processes on its device need the rest.
   */
  private double share(int number, int finalists, int all) {
    double baselines = number == 1 ? plan.overhead().baselines() : 0;
    double own = baselines + plan.process(number, finalists, rounds, all).toNanos();
    double later = plan.following(number, finalists, rounds, all).toNanos();
    double whole = plan.opening(number) + own + later;
    return whole > 0 ? Math.clamp(own / whole, Double.MIN_NORMAL, 1) : 1;
  }

  /** Counts the processes that can have their least rounds in time. */
  private int fitting(int done, Duration time, int finalists) {
    int all = most;
    while (all > Math.max(1, done) && least(done, all, finalists).compareTo(time) > 0) {
      all--;
    }
    return all;
  }

  /**
   * Computes the least time of the processes to come. Those that a decision needs come before the
   * check with sanitizers. On one device, the second of these measures fewer finalists if need be.
   */
  private Duration least(int done, int all, int finalists) {
    boolean decides = all <= AcceptanceRule.PROCESSES;
    if (decides && done == 0 && plan.turns().devices() == 1) {
      return plan.shortest(finalists, all);
    }
    return plan.least(done + 1, finalists, all)
        .plusNanos(decides ? plan.overhead().closing() : plan.overhead().end());
  }
}
