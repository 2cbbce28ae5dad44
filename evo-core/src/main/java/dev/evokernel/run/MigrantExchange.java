package dev.evokernel.run;

import module java.base;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchContext.IslandMigration;
import dev.evokernel.search.SearchContext.Migration;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.RunEvents;
import dev.evokernel.store.RunEvents.StoredMigrant;

/**
 * An exchange between the searches of one kernel on several device models. Each search may adopt
 * the best configurations of the others. Thread-safe.
 */
public final class MigrantExchange {

  /** A search with its candidates so far. */
  private record Island(RunSpec spec, CandidateRegistry registry) {

    InitialConfiguration migrant(int number) {
      return new InitialConfiguration(
          registry.proposal(number).configuration(),
          "run %s/%d on %s".formatted(spec.id(), number, spec.device().model()));
    }

    private List<InitialConfiguration> best() {
      OptionalDouble theDefault =
          registry.objective(registry.number(spec.kernel().defaultConfiguration()));
      return theDefault.isEmpty()
          ? List.of()
          : Arrays.stream(registry.withObjective())
              .filter(number -> registry.objective(number).orElseThrow() < theDefault.getAsDouble())
              .boxed()
              .sorted(
                  Comparator.comparingDouble(number -> registry.objective(number).orElseThrow()))
              .limit(IslandMigration.BEST)
              .map(this::migrant)
              .toList();
    }
  }

  private final List<Island> islands = new ArrayList<>();

  /**
   * Offers a run's best candidates to the other runs from now on, and theirs to the run, as chosen
   * by an {@link IslandMigration}.
   *
   * <p>A migrant is stored with its place among the proposals before it is proposed. The knowledge
   * of other runs at an instant cannot be reproduced, so a resumed run reads its migrants from the
   * store, at their places.
   *
   * @param registry shows the run's future candidates too
   */
  public Migration join(
      RunSpec spec, RunEvents events, SearchSpace space, CandidateRegistry registry) {
    synchronized (this) {
      islands.add(new Island(spec, registry));
    }
    var design =
        new InitialDesign(
            space, spec.kernel().defaultConfiguration().plain(), spec.stream("migration"));
    var fresh =
        new IslandMigration(
            () -> offered(spec.id()),
            migrant ->
                design
                    .fitted(migrant.configuration())
                    .filter(fitted -> !registry.isProposed(fitted))
                    .map(fitted -> new InitialConfiguration(fitted, migrant.origin())));
    Map<Integer, InitialConfiguration> earlier =
        events.all(StoredMigrant.class).stream()
            .collect(
                Collectors.toMap(
                    StoredMigrant::bred,
                    one -> new InitialConfiguration(one.configuration(), one.origin())));
    int repeated = registry.generation(); // Proposals of earlier sessions are repeated up to it.
    return bred -> {
      if (earlier.containsKey(bred)) {
        return Optional.ofNullable(earlier.get(bred));
      }
      if (Math.ceilDiv(bred + 1, spec.search().settings().population()) <= repeated) {
        return Optional.empty();
      }
      Optional<InitialConfiguration> next = fresh.next(bred);
      next.ifPresent(
          one -> events.record(new StoredMigrant(bred, one.configuration(), one.origin())));
      return next;
    };
  }

  /**
   * Lists configurations from other searches that beat the default there: the best of each search,
   * then the second best of each, and so on. Searches are ordered by the time of joining.
   */
  public synchronized List<InitialConfiguration> offered(String run) {
    return IslandMigration.inTurn(
        islands.stream()
            .filter(island -> !island.spec().id().equals(run))
            .map(Island::best)
            .toList(),
        IslandMigration.BEST);
  }
}
