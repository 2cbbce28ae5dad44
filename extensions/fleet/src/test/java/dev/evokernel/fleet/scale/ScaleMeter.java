package dev.evokernel.fleet.scale;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.run.DetailedEvaluator;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.Trial;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Measures the coordinator at each stage, on the thread of the search. */
final class ScaleMeter implements RunListener {

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final List<Integer> counts;
  private final Path database;
  private final Path state;
  private final Consumer<String> progress;
  private final List<ScaleStage> stages = new ArrayList<>();
  private volatile long bookkeeping;
  private long[] proposals = new long[1024];
  private int proposed;
  private int evaluated;
  private int measuredAt;
  private long since;
  private long wall;
  private long processor;
  private long booked;
  private long searched;

  /**
   * @param counts numbers of evaluations at which the coordinator is measured
   * @param database file whose size is reported
   * @param state file of the search's state
   */
  ScaleMeter(List<Integer> counts, Path database, Path state, Consumer<String> progress) {
    this.counts = counts;
    this.database = database;
    this.state = state;
    this.progress = progress;
  }

  /** Wraps a strategy so that its proposals are timed. */
  SearchStrategy around(SearchStrategy strategy) {
    return (space, initial, evaluator) -> {
      wall = System.nanoTime();
      processor = processorNanos();
      since = CPU.getCurrentThreadCpuTime();
      try {
        return strategy.explore(space, initial, new Metered(evaluator));
      } finally {
        searched = System.nanoTime();
      }
    };
  }

  List<ScaleStage> stages() {
    return stages;
  }

  /** End of the search, by {@link System#nanoTime}. */
  long searched() {
    return searched;
  }

  @Override
  public void spent(TimeBudget budget) {
    bookkeeping = budget.of(DeviceActivity.BOOKKEEPING).toNanos();
  }

  private static long processorNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private void proposed() {
    if (proposed == proposals.length) {
      proposals = Arrays.copyOf(proposals, 2 * proposed);
    }
    proposals[proposed++] = CPU.getCurrentThreadCpuTime() - since;
  }

  private void evaluated() {
    evaluated++;
    if (stages.size() < counts.size() && evaluated == counts.get(stages.size())) {
      measure();
    }
  }

  private void measure() {
    int count = evaluated - measuredAt;
    long took = System.nanoTime() - wall;
    long worked = processorNanos() - processor;
    long written = bookkeeping;
    var stage =
        new ScaleStage(
            evaluated,
            count * 1e9 / took,
            ScaleStage.Proposals.of(Arrays.copyOf(proposals, proposed)),
            (written - booked) / 1e6 / count,
            worked / 1e6 / count,
            ProcessMemory.now(),
            database.toFile().length() + new File(database + "-wal").length(),
            state.toFile().length());
    stages.add(stage);
    progress.accept(stage.toString());
    measuredAt = evaluated;
    proposed = 0;
    booked = written;
    wall = System.nanoTime();
    processor = processorNanos();
  }

  /** Delegates to an evaluator and times the proposals. */
  private final class Metered implements DetailedEvaluator {

    private final DetailedEvaluator evaluator;

    Metered(DetailedEvaluator evaluator) {
      this.evaluator = evaluator;
    }

    @Override
    public Pending begin(Proposal proposal) {
      proposed();
      Pending pending = evaluator.begin(proposal);
      since = CPU.getCurrentThreadCpuTime();
      return () -> {
        Optional<Trial> trial = pending.trial();
        evaluated();
        since = CPU.getCurrentThreadCpuTime();
        return trial;
      };
    }

    @Override
    public Evaluation evaluation(Configuration configuration) {
      return evaluator.evaluation(configuration);
    }

    @Override
    public SearchContext context() {
      return evaluator.context();
    }
  }
}
