package dev.evokernel.run.evaluation;

import dev.evokernel.search.Search;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunWorkers;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a run takes from outside: clocks, workers and the search strategy.
 *
 * @param clock for instants in the store
 * @param nanoClock such as {@link System#nanoTime}, or the simulated clock of a replay
 * @param began the reading of {@code nanoClock} from which the session's wall time counts
 * @param exchange from which it takes over what other runs find meanwhile; empty where it is alone
 */
public record RunEnvironment(
    InstantSource clock,
    LongSupplier nanoClock,
    long began,
    RunWorkers.Start workers,
    SearchStrategy strategy,
    Optional<MigrantExchange> exchange) {

  /** Searches as the spec says, with processes on this machine. */
  public static RunEnvironment ofThisMachine(RunSpec spec, InstantSource clock) {
    return new RunEnvironment(
        clock,
        System::nanoTime,
        System.nanoTime(),
        () -> ProcessWorkers.start(spec),
        strategy(spec),
        Optional.empty());
  }

  /** Searches as the spec says, on simulated workers with a clock of their own. */
  public static RunEnvironment simulated(
      RunSpec spec, InstantSource clock, LongSupplier nanoClock, RunWorkers.Start workers) {
    return new RunEnvironment(
        clock, nanoClock, nanoClock.getAsLong(), workers, strategy(spec), Optional.empty());
  }

  /** This environment with another search strategy. */
  public RunEnvironment choosing(SearchStrategy other) {
    return new RunEnvironment(clock, nanoClock, began, workers, other, exchange);
  }

  /** This environment for a session that began at another reading of the clock. */
  public RunEnvironment since(long earlier) {
    return new RunEnvironment(clock, nanoClock, earlier, workers, strategy, exchange);
  }

  /** This environment with other workers. */
  public RunEnvironment with(RunWorkers.Start others) {
    return new RunEnvironment(clock, nanoClock, began, others, strategy, exchange);
  }

  /** This environment among runs that take over from each other the best configurations. */
  public RunEnvironment among(MigrantExchange others) {
    return new RunEnvironment(clock, nanoClock, began, workers, strategy, Optional.of(others));
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
