package dev.evokernel.bench.study;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.run.DetailedEvaluator;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.Trial;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at the coordinator from the search's thread each time a stage is reached. */
final class ScaleMeter implements RunListener {

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final List<Integer> looks;
  private final Path database;
  private final Path state;
  private final Consumer<String> progress;
  private final List<ScaleStage> stages = new ArrayList<>();
  private volatile long bookkeeping;
  private long[] proposals = new long[1024];
  private int proposed;
  private int evaluated;
  private int lookedAt;
  private long since;
  private long wall;
  private long processor;
  private long booked;
  private long searched;

  /**
   * @param database whose size is told
   * @param state the file of the search's state
   */
  ScaleMeter(List<Integer> looks, Path database, Path state, Consumer<String> progress) {
    this.looks = looks;
    this.database = database;
    this.state = state;
    this.progress = progress;
  }

  /** The same strategy, looked at. */
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

  /** When the search ended, by {@link System#nanoTime}. */
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
    if (stages.size() < looks.size() && evaluated == looks.get(stages.size())) {
      look();
    }
  }

  private void look() {
    int count = evaluated - lookedAt;
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
            size(database) + size(database.resolveSibling(database.getFileName() + "-wal")),
            size(state));
    stages.add(stage);
    progress.accept(stage.toString());
    lookedAt = evaluated;
    proposed = 0;
    booked = written;
    wall = System.nanoTime();
    processor = processorNanos();
  }

  /** 0 where there is no such file. */
  private static long size(Path file) {
    return new File(file.toString()).length();
  }

  /** Passes everything on. */
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
