package dev.evokernel.bench.study;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.run.CandidateRegistry;
import dev.evokernel.run.DeviceGroup;
import dev.evokernel.run.Journal;
import dev.evokernel.run.Pipeline;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunDescription;
import dev.evokernel.run.RunFindings;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.run.TimeLeft;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.Stopwatch;
import dev.evokernel.workers.Timesheet;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How many configurations a minute this machine evaluates in full.
 *
 * <p>First a search runs with an empty cache; then everything that it proposed is evaluated again,
 * with the cache that it filled; at last a part of it once more, the way a plain tuner would: one
 * compile worker, no cache, one configuration after the other, and equal programs are not
 * recognised. All three check and time alike, and journal alike. Starting up counts in none.
 */
public final class Throughput {

  /**
   * One way of working.
   *
   * @param inFlight evaluations under way at once
   * @param evaluations that ended
   * @param time that they took together
   */
  public record Mode(
      String name,
      int compileWorkers,
      int inFlight,
      long evaluations,
      Duration time,
      TimeBudget budget) {

    public double perMinute() {
      return evaluations * 60e9 / Math.max(1, time.toNanos());
    }

    /** How many times as many as another way gets through in the same time. */
    public double over(Mode other) {
      return perMinute() / other.perMinute();
    }
  }

  /** The three ways, on the same kernel and settings. */
  public record Result(Mode cold, Mode warm, Mode serial) {}

  private final RunSpec plan;
  private final Path scratch;
  private final Consumer<String> progress;

  /**
   * @param plan with a results folder of its own
   * @param scratch an empty folder for caches
   * @param progress receives progress messages
   */
  public Throughput(RunSpec plan, Path scratch, Consumer<String> progress) {
    this.plan = plan;
    this.scratch = scratch;
    this.progress = progress;
  }

  /**
   * Measures the three ways one after the other.
   *
   * @param search how long the first may search; its evaluations are bounded by the plan
   * @param serial configurations that are evaluated one after the other, spread evenly over what
   *     the search proposed
   * @throws EnvironmentException if the time is over before anything is evaluated, or the machine
   *     is at fault
   */
  public Result measure(Duration search, int serial) throws InterruptedException {
    var together =
        new Way(
            WorkerLayout.of(plan.backend()).compileWorkers(),
            plan.search().settings().inFlight(),
            false);
    var oneByOne = new Way(1, 1, true);
    var proposals = new ArrayList<Proposal>();
    Mode first =
        work(
            plan.as("cold", plan.search().within(new Budget(search, plan.budget().evaluations()))),
            together,
            (space, seeds, evaluator) ->
                new Search(space, plan.search().settings(), seeds)
                    .run(
                        proposal -> {
                          proposals.add(proposal);
                          return evaluator.begin(proposal);
                        },
                        evaluator.context())
                    .ending());
    List<Proposal> evaluated =
        proposals.subList(0, (int) Math.min(proposals.size(), first.evaluations()));
    if (evaluated.isEmpty()) {
      throw new EnvironmentException(
          "The time was over before the default was evaluated. Give more, for example --wall"
              + " 2m.");
    }
    Mode second =
        work(
            plan.as("warm", plan.search().within(all(evaluated))),
            together,
            listed(evaluated, together));
    List<Proposal> spread = spread(evaluated, serial);
    Mode third =
        work(
            plan.as("serial", plan.search().within(all(spread))),
            oneByOne,
            listed(spread, oneByOne));
    return new Result(first, second, third);
  }

  /**
   * How one mode works.
   *
   * @param plain whether equal programs are not recognised, and nothing overlaps
   */
  private record Way(int compileWorkers, int inFlight, boolean plain) {}

  private Mode work(RunSpec mode, Way way, SearchStrategy exploration) throws InterruptedException {
    progress.accept(mode.id() + ": starting");
    boolean overlaps = !way.plain() && !mode.backend().compilingDisturbsTiming();
    Path cache = scratch.resolve(way.plain() ? "cache-" + mode.id() : "cache");
    InstantSource clock = InstantSource.system();
    try (ResultStore store = ResultStore.open(scratch.resolve(mode.id() + ".db"));
        ProcessWorkers processes =
            ProcessWorkers.start(
                mode, way.compileWorkers(), overlaps ? ProcessWorkers.NICENESS : 0, cache)) {
      store.begin(RunDescription.of(mode, processes, clock.instant()));
      SearchSpace space = SearchSpace.of(mode.kernel(), mode.shapes(), processes.device().limits());
      ProgramIdentity identity =
          way.plain()
              ? (configuration, digest) -> configuration.toString()
              : ProgramIdentity.in(mode.kernel(), mode.shapes(), processes.device().limits());
      var registry = new CandidateRegistry(List.of());
      var time =
          new RunClock(
              System::nanoTime,
              clock,
              new Stopwatch(System::nanoTime, 0),
              new Timesheet(TimeBudget.NONE));
      RunListener listener = recording(store, mode, time);
      var left =
          TimeLeft.withoutFinals(
              mode, time.stopwatch(), new FinalsPlanner(mode, Duration.ZERO, Duration.ZERO));
      progress.accept(mode.id() + ": evaluating");
      long began = System.nanoTime();
      long ended;
      try (var pipeline =
          Pipeline.start(
              mode,
              SearchContext.numbered(registry),
              processes.compilers(),
              way.compileWorkers(),
              registry,
              DeviceGroup.only(
                  processes.device(),
                  mode,
                  new Journal(store, mode.id()),
                  RunFindings.of(identity, registry),
                  time,
                  left,
                  listener),
              time,
              left,
              listener)) {
        exploration.explore(
            space,
            List.of(new InitialConfiguration(mode.kernel().defaultConfiguration(), "default")),
            pipeline);
        ended = System.nanoTime();
        if (pipeline.isInterrupted()) {
          throw new InterruptedException();
        }
      }
      return new Mode(
          mode.id(),
          way.compileWorkers(),
          way.inFlight(),
          registry.evaluated(),
          Duration.ofNanos(ended - began),
          time.timesheet().soFar());
    }
  }

  /** Writes down after each evaluation what a run would. */
  private static RunListener recording(ResultStore store, RunSpec mode, RunClock time) {
    return new RunListener() {
      @Override
      public void evaluated(Evaluation evaluation, Progress progress) {
        store.spent(mode.id(), time.stopwatch().spent(), time.timesheet().soFar());
      }
    };
  }

  private static Budget all(List<Proposal> proposals) {
    return new Budget(Budget.FOREVER, proposals.size());
  }

  /** These and no others. */
  private static SearchStrategy listed(List<Proposal> proposals, Way way) {
    return (space, seeds, evaluator) -> {
      var pending = new ArrayDeque<Evaluator.Pending>();
      for (Proposal proposal : proposals) {
        if (pending.size() == way.inFlight() && pending.remove().trial().isEmpty()) {
          return Ending.BUDGET_SPENT;
        }
        pending.add(evaluator.begin(proposal));
      }
      for (Evaluator.Pending one : pending) {
        one.trial();
      }
      return Ending.BUDGET_SPENT;
    };
  }

  /** The first, which is the default, and others at even distances. */
  static <T> List<T> spread(List<T> all, int count) {
    int some = Math.min(count, all.size());
    var spread = new ArrayList<T>();
    for (int i = 0; i < some; i++) {
      spread.add(all.get((int) ((long) i * all.size() / some)));
    }
    return spread;
  }
}
