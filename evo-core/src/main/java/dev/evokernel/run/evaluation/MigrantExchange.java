package dev.evokernel.run.evaluation;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.run.record.CandidateRegistry;
import dev.evokernel.search.IslandMigration;
import dev.evokernel.search.Migrant;
import dev.evokernel.spec.RunSpec;

/**
 * An exchange between the searches of one kernel on several device models. Each search may adopt
 * the best configurations of the others. Thread-safe.
 */
public final class MigrantExchange {

  /** A search with its candidates so far. */
  private record Island(RunSpec spec, CandidateRegistry registry) {

    Migrant migrant(int number) {
      return new Migrant(
          registry.proposal(number).configuration(),
          "run %s/%d on %s".formatted(spec.id(), number, spec.device().model()));
    }
  }

  private final List<Island> islands = new ArrayList<>();

  /** Adds a run's search. The registry shows its future candidates too. */
  public synchronized void join(RunSpec spec, CandidateRegistry registry) {
    islands.add(new Island(spec, registry));
  }

  /**
   * Lists configurations from other searches that beat the default there: the best of each search,
   * then the second best of each, and so on. Searches are ordered by the time of joining.
   *
   * @param run the receiver of the offer
   */
  public synchronized List<Migrant> offered(String run) {
    List<List<Migrant>> best =
        islands.stream()
            .filter(island -> !island.spec().id().equals(run))
            .map(MigrantExchange::best)
            .toList();
    return IslandMigration.inTurn(best, IslandMigration.BEST);
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
