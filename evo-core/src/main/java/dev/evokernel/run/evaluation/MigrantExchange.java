package dev.evokernel.run.evaluation;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.run.record.CandidateRegistry;
import dev.evokernel.search.IslandMigration;
import dev.evokernel.search.Migrant;
import dev.evokernel.spec.RunSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The searches of one kernel on devices of several models, each of which may take over what is best
 * in the others. Thread-safe.
 */
public final class MigrantExchange {

  /** A search and what it knows so far. */
  private record Island(RunSpec spec, CandidateRegistry registry) {

    Migrant migrant(int number) {
      return new Migrant(
          registry.proposal(number).configuration(),
          "run %s/%d on %s".formatted(spec.id(), number, spec.device().model()));
    }
  }

  private final List<Island> islands = new ArrayList<>();

  /** A run's search takes part, with everything that it will know. */
  public synchronized void join(RunSpec spec, CandidateRegistry registry) {
    islands.add(new Island(spec, registry));
  }

  /**
   * What the other searches have that is better than the default there: the best of each, then the
   * second best of each, and so on. The searches take their turns in the order in which they
   * joined.
   *
   * @param run to which it is offered
   */
  public synchronized List<Migrant> offered(String run) {
    List<List<Migrant>> best =
        islands.stream()
            .filter(island -> !island.spec().id().equals(run))
            .map(MigrantExchange::best)
            .toList();
    return IslandMigration.inTurn(best);
  }

  private static List<Migrant> best(Island island) {
    CandidateRegistry registry = island.registry();
    Configuration ofDefault = island.spec().kernel().defaultConfiguration();
    OptionalDouble theDefault = registry.objective(registry.number(ofDefault));
    return theDefault.isEmpty()
        ? List.of()
        : Arrays.stream(registry.withObjective())
            .filter(number -> registry.objective(number).orElseThrow() < theDefault.getAsDouble())
            .boxed()
            .sorted(Comparator.comparingDouble(number -> registry.objective(number).orElseThrow()))
            .limit(IslandMigration.BEST)
            .map(island::migrant)
            .toList();
  }
}
