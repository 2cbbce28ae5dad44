package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.search.Search;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunWorkers;

/**
 * The surroundings of a run: clocks, workers and the search strategy.
 *
 * @param clock for instants in the store
 * @param nanoClock such as {@link System#nanoTime}, or the simulated clock of a replay
 * @param began the reading of {@code nanoClock} at which the session's wall time started
 * @param limits limits that the devices will report, where these are known before a start
 * @param exchange the source of configurations from other runs; empty for a single run
 */
public record RunEnvironment(
    InstantSource clock,
    LongSupplier nanoClock,
    long began,
    RunWorkers.Start workers,
    Supplier<Optional<DeviceLimits>> limits,
    SearchStrategy strategy,
    Optional<MigrantExchange> exchange) {

  /** Uses the strategy of the spec and processes on this machine. */
  public static RunEnvironment ofThisMachine(RunSpec spec, InstantSource clock) {
    return new RunEnvironment(
        clock,
        System::nanoTime,
        System.nanoTime(),
        news -> ProcessWorkers.start(spec, news),
        () -> spec.backend().limits(spec.device()),
        strategy(spec),
        Optional.empty());
  }

  /** Uses the strategy of the spec and simulated workers with their own clock. */
  public static RunEnvironment simulated(
      RunSpec spec, InstantSource clock, LongSupplier nanoClock, RunWorkers.Start workers) {
    long began = nanoClock.getAsLong();
    return new RunEnvironment(
        clock, nanoClock, began, workers, Optional::empty, strategy(spec), Optional.empty());
  }

  public RunEnvironment choosing(SearchStrategy other) {
    return new RunEnvironment(clock, nanoClock, began, workers, limits, other, exchange);
  }

  /** Replaces the reading of the clock at which the session started. */
  public RunEnvironment since(long earlier) {
    return new RunEnvironment(clock, nanoClock, earlier, workers, limits, strategy, exchange);
  }

  public RunEnvironment with(RunWorkers.Start others) {
    return new RunEnvironment(clock, nanoClock, began, others, Optional::empty, strategy, exchange);
  }

  /** Adds an exchange with other runs. */
  public RunEnvironment among(MigrantExchange others) {
    return new RunEnvironment(
        clock, nanoClock, began, workers, limits, strategy, Optional.of(others));
  }

  private static SearchStrategy strategy(RunSpec spec) {
    return spec.objective().hasFront()
        ? new FrontSearch(
            spec.objective(), spec.search().settings(), spec.kernel().defaultConfiguration())
        : (space, initial, evaluator) ->
            new Search(space, spec.search().settings(), initial)
                .run(evaluator, evaluator.context())
                .ending();
  }
}
