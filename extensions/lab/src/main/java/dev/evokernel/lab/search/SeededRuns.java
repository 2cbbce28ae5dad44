package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.lab.measure.SharedCache;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredInitialConfiguration;

/**
 * Runs of a kernel with and without seeding. The runs share compiled binaries only. The objective
 * of each candidate is measured once, relative to the default of its own run.
 */
final class SeededRuns implements SeedingStudy.Run {

  private final RunSpec plan;
  private final SeedingSpec seeding;
  private final Path place;
  private List<StoredInitialConfiguration> settled = List.of();

  /**
   * @param plan of a run without seeding
   * @param place folder of all runs
   */
  SeededRuns(RunSpec plan, SeedingSpec seeding, Path place) {
    this.plan = plan;
    this.seeding = seeding;
    this.place = place;
  }

  /** Initial configurations as the last run with seeding resolved them. */
  List<StoredInitialConfiguration> settled() {
    return settled;
  }

  @Override
  public BestSoFar course(int number, boolean seeded) throws InterruptedException {
    String name = "%03d-%s".formatted(number, seeded ? "seeded" : "alone");
    Path results = place.resolve(name);
    RunSpec repeated = plan.repeated(name, plan.search().settings().seed() + number, results);
    RunSpec mine =
        repeated.as(name, repeated.search().seededWith(seeded ? seeding : SeedingSpec.NONE));
    SharedCache.into(place, results);
    try (ResultStore store = ResultStore.open(results.resolve(ResultStore.FILE_NAME))) {
      RunHistory history =
          new TuningRun(mine, store, RunEnvironment.ofThisMachine(mine, InstantSource.system()))
              .run(Optional.empty(), new RunListener() {});
      if (history.finals().isEmpty()) {
        throw new InterruptedException();
      }
      settled = seeded ? history.initialConfigurations() : settled;
      return course(history.candidates(), plan.budget().evaluations());
    }
  }

  /**
   * Best objective after each evaluation. The default is the first candidate; its objective is 1.
   */
  static BestSoFar course(List<Candidate> candidates, long evaluations) {
    var best = new ArrayList<Double>();
    double bestSoFar = 1;
    for (Candidate candidate : candidates) {
      if (best.size() < evaluations && candidate.evaluation().isPresent()) {
        bestSoFar = Math.min(bestSoFar, candidate.objective().orElse(bestSoFar));
        best.add(bestSoFar);
      }
    }
    return new BestSoFar(best);
  }
}
