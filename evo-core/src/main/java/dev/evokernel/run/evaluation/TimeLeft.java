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
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.Stopwatch;
import java.time.Duration;
import java.util.Optional;

/**
 * What is left of a run's wall time, and for what: the search ends when the rest is what the finals
 * will take, and the finals end in time for what follows them.
 */
public final class TimeLeft {

  private final RunSpec spec;
  private final Stopwatch stopwatch;
  private final FinalsPlanner planner;
  private final boolean hasFinals;

  private TimeLeft(RunSpec spec, Stopwatch stopwatch, FinalsPlanner planner, boolean hasFinals) {
    this.spec = spec;
    this.stopwatch = stopwatch;
    this.planner = planner;
    this.hasFinals = hasFinals;
  }

  /** The finals of a recording take no time: nothing is measured anew. */
  public static TimeLeft of(RunSpec spec, Stopwatch stopwatch, FinalsPlanner planner) {
    return switch (spec.platform()) {
      case Hardware _ -> new TimeLeft(spec, stopwatch, planner, true);
      case Recording _ -> withoutFinals(spec, stopwatch, planner);
    };
  }

  /** Everything is the search's. */
  public static TimeLeft withoutFinals(RunSpec spec, Stopwatch stopwatch, FinalsPlanner planner) {
    return new TimeLeft(spec, stopwatch, planner, false);
  }

  public FinalsPlanner planner() {
    return planner;
  }

  /** Until the budget's wall time is over; below 0 after that. */
  public Duration ofAll() {
    return spec.budget().wall().minus(stopwatch.spent());
  }

  /**
   * Until the last evaluation of the search must begin. Nothing is kept back before the default was
   * measured: without it there is no result.
   */
  public Duration ofSearch() {
    if (planner.weights().isEmpty()) {
      return ofAll();
    }
    return ofAll().minus(reserve()).minus(planner.evaluation());
  }

  /**
   * The time that the search leaves to the finals. If not even the shortest fit any more, the
   * search has their time.
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

  /** Whether finals can be held in time that have the default and one more finalist. */
  public boolean isEnoughForFinals() {
    return !hasFinals || plan().least().compareTo(ofAll()) <= 0;
  }

  /** What the shortest finals take. */
  public Duration leastFinals() {
    return plan().least();
  }

  /**
   * Whether one more finalist can be examined and measured in time.
   *
   * @param seats that are taken, besides the default's
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
   * The processes of the finals: as many as there is time for, in each of which every finalist
   * gives {@link FinalsSettings#LEAST_ROUNDS} samples on every shape.
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

  /** Until the last round of a process of the finals must end. */
  public Duration ofFinals(FinalsProcess process) {
    Duration all = ofFinals();
    return spec.budget().hasWall()
        ? Duration.ofNanos((long) (process.share() * all.toNanos()))
        : all;
  }

  /** Until the last round of the finals must end. */
  public Duration ofFinals() {
    if (!spec.budget().hasWall()) {
      return FinalsTime.UNLIMITED.within();
    }
    Duration left = ofAll().minus(Duration.ofNanos(plan().after()));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
