package dev.evokernel.run;

import module java.base;

import dev.evokernel.run.evaluation.MigrantExchange;
import dev.evokernel.run.record.CandidateRegistry;
import dev.evokernel.search.IslandMigration;
import dev.evokernel.search.Migrant;
import dev.evokernel.search.Migration;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.StoredMigrant;

/**
 * The configurations that a run's search adopts from the runs that share its fleet, chosen by an
 * {@link IslandMigration}.
 *
 * <p>A migrant is stored with its place among the proposals before it is proposed. The knowledge of
 * other runs at an instant cannot be reproduced, so a resumed run reads its migrants from the
 * store, at their places.
 */
final class RunMigration implements Migration {

  private final RunSpec spec;
  private final ResultStore store;
  private final Migration fresh;
  private final Map<Integer, Migrant> earlier = new HashMap<>();

  /** The latest generation of earlier sessions, whose proposals are repeated up to it. */
  private final int repeated;

  private RunMigration(
      RunSpec spec,
      ResultStore store,
      MigrantExchange exchange,
      SearchSpace space,
      CandidateRegistry registry) {
    this.spec = spec;
    this.store = store;
    var design =
        new InitialDesign(
            space, spec.kernel().defaultConfiguration().plain(), spec.stream("migration"));
    this.fresh =
        new IslandMigration(
            () -> exchange.offered(spec.id()),
            migrant ->
                design
                    .fitted(migrant.configuration())
                    .filter(fitted -> !registry.isProposed(fitted))
                    .map(fitted -> new Migrant(fitted, migrant.origin())));
    this.repeated = registry.generation();
    for (StoredMigrant one : store.events(spec.id()).migrants()) {
      earlier.put(one.bred(), new Migrant(one.configuration(), one.origin()));
    }
  }

  /**
   * Creates the migration of a run, and offers the run's best candidates to the other runs from now
   * on.
   *
   * @param exchange empty if the run shares its devices with no other
   */
  static Migration of(
      Optional<MigrantExchange> exchange,
      RunSpec spec,
      ResultStore store,
      SearchSpace space,
      CandidateRegistry registry) {
    if (exchange.isEmpty()) {
      return Migration.NONE;
    }
    exchange.get().join(spec, registry);
    return new RunMigration(spec, store, exchange.get(), space, registry);
  }

  @Override
  public Optional<Migrant> next(int bred) {
    if (earlier.containsKey(bred)) {
      return Optional.ofNullable(earlier.get(bred));
    }
    if (Math.ceilDiv(bred + 1, spec.search().settings().population()) <= repeated) {
      return Optional.empty();
    }
    Optional<Migrant> next = fresh.next(bred);
    next.ifPresent(
        migrant ->
            store
                .events(spec.id())
                .migrant(new StoredMigrant(bred, migrant.configuration(), migrant.origin())));
    return next;
  }
}
