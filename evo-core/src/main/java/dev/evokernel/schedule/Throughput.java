package dev.evokernel.schedule;

import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.Seed;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.TimeBudget;
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

  private final Plan plan;
  private final Path scratch;
  private final Consumer<String> progress;

  /**
   * @param plan its results folder should be a place of its own
   * @param scratch an empty folder for caches
   * @param progress hears what is going on
   */
  public Throughput(Plan plan, Path scratch, Consumer<String> progress) {
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
   */
  public Result measure(Duration search, int serial) throws InterruptedException {
    Workforce workforce = Workforce.of(plan.backend());
    var proposals = new ArrayList<Proposal>();
    Plan cold = plan.as("cold", Budget.ofSearch(search, plan.budget().evaluations()));
    Mode first =
        work(
            cold,
            workforce.compileWorkers(),
            plan.search().inFlight(),
            ProgramsApart.NO,
            (space, seeds, evaluator) ->
                new Search(space, plan.search(), seeds)
                    .run(
                        proposal -> {
                          proposals.add(proposal);
                          return evaluator.begin(proposal);
                        }));
    List<Proposal> evaluated =
        proposals.subList(0, (int) Math.min(proposals.size(), first.evaluations()));
    Mode second =
        work(
            plan.as("warm", new Budget(Budget.FOREVER, evaluated.size())),
            workforce.compileWorkers(),
            plan.search().inFlight(),
            ProgramsApart.NO,
            listed(evaluated, plan.search().inFlight()));
    List<Proposal> spread = spread(evaluated, serial);
    Mode third =
        work(
            plan.as("serial", new Budget(Budget.FOREVER, spread.size())),
            1,
            1,
            ProgramsApart.ALL,
            listed(spread, 1));
    return new Result(first, second, third);
  }

  private enum ProgramsApart {
    ALL,
    NO
  }

  private Mode work(
      Plan mode, int compileWorkers, int inFlight, ProgramsApart apart, Exploration exploration)
      throws InterruptedException {
    progress.accept("%s: starting".formatted(mode.runId()));
    boolean serial = apart == ProgramsApart.ALL;
    int niceness = mode.backend().compilingDisturbsTiming() || serial ? 0 : Crew.NICENESS;
    Path cache = scratch.resolve(serial ? "cache-serial" : "cache");
    InstantSource clock = InstantSource.system();
    try (ResultStore store = ResultStore.open(scratch.resolve(mode.runId() + ".db"));
        Crew crew = Crew.start(mode, compileWorkers, niceness, cache)) {
      store.begin(Description.of(mode, crew, clock.instant()));
      SearchSpace space = SearchSpace.of(mode.kernel(), mode.shapes(), crew.limits());
      ProgramIdentity identity =
          serial
              ? (configuration, digest) -> configuration.toString()
              : ProgramIdentity.in(mode.kernel(), mode.shapes(), crew.limits());
      var journal = new Journal(store, mode.runId(), identity, List.of());
      var time =
          new Timekeeping(
              System::nanoTime,
              clock,
              new Stopwatch(System::nanoTime, 0),
              new Timesheet(TimeBudget.NONE));
      progress.accept("%s: evaluating".formatted(mode.runId()));
      long began = System.nanoTime();
      long ended;
      try (var pipeline =
          Pipeline.start(
              mode,
              crew.compilers(),
              compileWorkers,
              crew::evaluate,
              journal,
              new Roster(List.of()),
              time,
              new RunListener() {})) {
        exploration.explore(
            space, List.of(new Seed(mode.kernel().incumbent(), "incumbent")), pipeline);
        ended = System.nanoTime();
        if (pipeline.isInterrupted()) {
          throw new InterruptedException();
        }
      }
      return new Mode(
          mode.runId(),
          compileWorkers,
          inFlight,
          journal.evaluations(),
          Duration.ofNanos(ended - began),
          time.timesheet().soFar());
    }
  }

  /** These and no others, so many of them in flight. */
  private static Exploration listed(List<Proposal> proposals, int inFlight) {
    return (space, seeds, evaluator) -> {
      var pending = new ArrayDeque<Evaluator.Pending>();
      for (Proposal proposal : proposals) {
        if (pending.size() == inFlight && pending.remove().trial().isEmpty()) {
          return;
        }
        pending.add(evaluator.begin(proposal));
      }
      for (Evaluator.Pending one : pending) {
        one.trial();
      }
    };
  }

  /** The first, which is the incumbent, and others at even distances. */
  static <T> List<T> spread(List<T> all, int count) {
    int some = Math.min(count, all.size());
    var spread = new ArrayList<T>();
    for (int i = 0; i < some; i++) {
      spread.add(all.get((int) ((long) i * all.size() / some)));
    }
    return spread;
  }
}
