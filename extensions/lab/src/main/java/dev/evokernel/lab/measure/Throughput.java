package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.run.Pipeline;
import dev.evokernel.run.device.DeviceGroup;
import dev.evokernel.run.evaluation.RunDescription;
import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.run.evaluation.SearchStrategy;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.run.listen.Progress;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.run.record.CandidateRegistry;
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
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.run.TimeBudget;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.Stopwatch;
import dev.evokernel.workers.Timesheet;
import dev.evokernel.workers.WorkerLayout;

/**
 * Configurations that this machine evaluates in full per minute, in three modes: cold, warm and
 * serial.
 *
 * <p>The cold mode is a search with an empty cache. The warm mode evaluates its proposals again
 * with the cache it filled. The serial mode evaluates a part of them as a plain tuner would: one
 * compile worker, no cache, one configuration at a time, equal programs not recognised. All modes
 * verify, time and journal in the same way. Start-up does not count.
 *
 * @param plan with its own results folder
 * @param scratch an empty folder for caches
 * @param progress receives progress messages
 */
public record Throughput(RunSpec plan, Path scratch, Consumer<String> progress) {

  /**
   * Result of one mode.
   *
   * @param inFlight evaluations under way at once
   * @param evaluations completed evaluations
   * @param time of all evaluations
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

    /** Ratio of this mode's throughput to another's. */
    public double over(Mode other) {
      return perMinute() / other.perMinute();
    }
  }

  /**
   * Measures the three modes one after the other.
   *
   * @param search time limit of the cold mode; the plan bounds its evaluations
   * @param serial configurations of the serial mode, spread evenly over the proposals of the search
   * @throws EnvironmentException if the time ends before the first evaluation, or the machine fails
   */
  public ThroughputReport measure(Duration search, int serial, String subject, String command)
      throws InterruptedException {
    var together =
        new Way(
            WorkerLayout.of(plan.backend(), 1).compileWorkers(),
            plan.search().settings().inFlight(),
            false);
    var oneByOne = new Way(1, 1, true);
    var proposals = new ArrayList<Proposal>();
    Mode first =
        work(
            plan.as(
                "bench-cold",
                plan.search().within(new Budget(search, plan.budget().evaluations()))),
            together,
            (space, seeds, evaluator) ->
                new Search(space, plan.search().settings(), seeds)
                    .run(noting(proposals, evaluator), evaluator.context())
                    .ending());
    List<Proposal> evaluated =
        proposals.subList(0, (int) Math.min(proposals.size(), first.evaluations()));
    if (evaluated.isEmpty()) {
      throw new EnvironmentException(
          "The time ended before the default was evaluated. Use a longer one: --wall 2m");
    }
    Mode second =
        work(
            plan.as("bench-warm", plan.search().within(all(evaluated))),
            together,
            listed(evaluated, together));
    List<Proposal> spread = spread(evaluated, serial);
    Mode third =
        work(
            plan.as("bench-serial", plan.search().within(all(spread))),
            oneByOne,
            listed(spread, oneByOne));
    return new ThroughputReport(
        first, second, third, subject, command, plan.search().settings().seed());
  }

  /**
   * Settings of one mode.
   *
   * @param plain whether equal programs are not recognised and nothing overlaps
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
                mode,
                way.compileWorkers(),
                overlaps ? ProcessWorkers.NICENESS : 0,
                cache,
                progress)) {
      store.begin(RunDescription.of(mode, processes, false, clock.instant()));
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
          new TimeLeft(
              mode,
              time.stopwatch(),
              new FinalsPlanner(mode, Duration.ZERO, Duration.ZERO),
              /* hasFinals= */ false,
              new AtomicBoolean(),
              _ -> {});
      progress.accept(mode.id() + ": evaluating");
      long began = System.nanoTime();
      long ended;
      try (var pipeline =
          new Pipeline(
              mode,
              SearchContext.numbered(registry),
              processes,
              way.compileWorkers(),
              registry,
              store.events(mode.id()),
              DeviceGroup.only(
                  processes.device(),
                  mode,
                  store,
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

  /** Stores the time budget after each evaluation, as a run does. */
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

  /** Evaluator that also notes the proposals. */
  private static Evaluator noting(List<Proposal> proposals, Evaluator evaluator) {
    return new Evaluator() {
      @Override
      public Pending begin(Proposal proposal) {
        proposals.add(proposal);
        return evaluator.begin(proposal);
      }

      @Override
      public List<Integer> next(int learnt, List<Integer> inFlight) {
        return evaluator.next(learnt, inFlight);
      }
    };
  }

  /** Strategy that evaluates exactly the given proposals. */
  private static SearchStrategy listed(List<Proposal> proposals, Way way) {
    return (space, seeds, evaluator) -> {
      var pending = new ArrayDeque<Evaluator.Pending>();
      for (Proposal proposal : proposals) {
        if (pending.size() == way.inFlight() && pending.remove().trial().isEmpty()) {
          return Ending.BUDGET_SPENT;
        }
        pending.add(evaluator.begin(proposal));
      }
      for (Evaluator.Pending evaluation : pending) {
        evaluation.trial();
      }
      return Ending.BUDGET_SPENT;
    };
  }

  /** Elements at even distances, beginning with the first, which is the default. */
  static <T> List<T> spread(List<T> all, int count) {
    int some = Math.min(count, all.size());
    var spread = new ArrayList<T>();
    for (int i = 0; i < some; i++) {
      spread.add(all.get((int) ((long) i * all.size() / some)));
    }
    return spread;
  }
}
