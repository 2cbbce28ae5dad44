package dev.evokernel.finals;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** As many processes as there is time for, by the plan of the finals. */
public final class PlannedProcesses implements FinalsSchedule {

  private final int most;
  private final int rounds;
  private final FinalsPlan plan;
  private final Supplier<Optional<Duration>> left;
  private int planned;

  /**
   * @param most processes
   * @param rounds in which a finalist takes part at most, in all processes together
   * @param left what is left of the wall time; empty where it has no bound
   */
  public PlannedProcesses(
      int most, int rounds, FinalsPlan plan, Supplier<Optional<Duration>> left) {
    this.most = most;
    this.rounds = rounds;
    this.plan = plan;
    this.left = left;
  }

  @Override
  public Optional<FinalsProcess> next(int done, int finalists) {
    Optional<Duration> rest = left.get();
    if (done == 0) {
      planned = rest.map(time -> fitting(time, finalists)).orElse(most);
    } else if (done == planned
        || rest.filter(time -> least(done + 1, finalists).compareTo(time) > 0).isPresent()) {
      return Optional.empty();
    }
    double own = plan.process(done + 1, finalists, rounds, planned).toNanos();
    double later = plan.further(done + 2, finalists, rounds, planned).toNanos();
    double share = own + later > 0 ? Math.max(Double.MIN_NORMAL, own / (own + later)) : 1;
    return Optional.of(new FinalsProcess(done + 1, planned, share));
  }

  /** The most processes of which each has its least rounds in time. */
  private int fitting(Duration time, int finalists) {
    int fitting = most;
    while (fitting > 1 && plan.held(finalists, least(fitting), fitting).compareTo(time) > 0) {
      fitting--;
    }
    return fitting;
  }

  private Duration least(int number, int finalists) {
    return plan.process(number, finalists, least(planned), planned)
        .plusNanos(plan.opening())
        .plusNanos(plan.after());
  }

  private static int least(int processes) {
    return FinalsSettings.LEAST_ROUNDS * processes;
  }
}
