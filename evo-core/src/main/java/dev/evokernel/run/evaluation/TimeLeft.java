package dev.evokernel.run.evaluation;

import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.FinalsPlan;
import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.finals.FinalsSchedule;
import dev.evokernel.finals.PlannedProcesses;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.Stopwatch;
import java.time.Duration;
import java.util.Optional;

/**
 * The remaining wall time of a run, divided between search and finals. The search ends when only
 * the estimated time of the finals is left. The finals end in time for the steps after them.
 *
 * @param hasFinals whether time is reserved for finals
 */
public record TimeLeft(
    RunSpec spec, Stopwatch stopwatch, FinalsPlanner planner, boolean hasFinals) {

  /**
   * Creates the clock of a run. The finals of a recording take no time, because they are not
   * measured again.
   */
  public static TimeLeft of(RunSpec spec, Stopwatch stopwatch, FinalsPlanner planner) {
    return new TimeLeft(spec, stopwatch, planner, spec.platform() instanceof Hardware);
  }

  /** Returns the time until the budget's wall time is over; negative afterwards. */
  public Duration ofAll() {
    return spec.budget().wall().minus(stopwatch.spent());
  }

  /**
   * Returns the time until the last evaluation of the search must begin. Before the default was
   * measured no time is reserved, because a run without the default has no result.
   */
  public Duration ofSearch() {
    if (planner.weights().isEmpty()) {
      return ofAll();
    }
    return ofAll().minus(reserve()).minus(planner.evaluation());
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
        : Duration.ofNanos(plan.after());
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
   * Checks whether there is time to examine and measure one more finalist.
   *
   * @param seats taken, not counting the default's
   */
  public boolean isEnoughForAnother(int seats) {
    FinalsPlan plan = plan();
    return !hasFinals
        || Duration.ofNanos(plan.examination())
                .plus(plan.held(seats + 1, FinalsSettings.LEAST_ROUNDS, 1))
                .compareTo(ofAll())
            <= 0;
  }

  /**
   * Plans the processes of the finals: as many as there is time for. In each process every finalist
   * gets {@link FinalsSettings#LEAST_ROUNDS} samples on every shape.
   */
  public FinalsSchedule schedule() {
    if (!hasFinals) {
      return FinalsSchedule.SINGLE;
    }
    return new PlannedProcesses(
        spec.acceptance().processes(),
        spec.acceptance().rounds(),
        plan(),
        () -> spec.budget().hasWall() ? Optional.of(ofAll()) : Optional.empty());
  }

  /** Returns the time until the last round of a process of the finals must end. */
  public Duration ofFinals(FinalsProcess process) {
    Duration all = ofFinals();
    return spec.budget().hasWall()
        ? Duration.ofNanos((long) (process.share() * all.toNanos()))
        : all;
  }

  /** Returns the time until the last round of the finals must end. */
  public Duration ofFinals() {
    if (!spec.budget().hasWall()) {
      return FinalsTime.UNLIMITED.within();
    }
    Duration left = ofAll().minus(Duration.ofNanos(plan().after()));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
