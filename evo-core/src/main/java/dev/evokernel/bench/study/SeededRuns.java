package dev.evokernel.bench.study;

import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Runs of a kernel with seeding and without. They share compiled binaries and nothing else; what
 * counts is the objective, each candidate measured once and relative to its own run's default.
 */
public final class SeededRuns implements SeedingTrials.Run {

  private final RunSpec plan;
  private final SeedingSpec seeding;
  private final Path place;
  private List<StoredInitialConfiguration> settled = List.of();

  /**
   * @param plan of a run without seeding
   * @param place the folder under which every run has its own
   */
  public SeededRuns(RunSpec plan, SeedingSpec seeding, Path place) {
    this.plan = plan;
    this.seeding = seeding;
    this.place = place;
  }

  /** The initial configurations as the runs resolved them, once a run with seeding has ended. */
  public List<StoredInitialConfiguration> settled() {
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
          new TuningRun(mine, store, InstantSource.system())
              .run(Optional.empty(), new RunListener() {});
      if (history.finals().isEmpty()) {
        throw new InterruptedException();
      }
      settled = seeded ? history.initialConfigurations() : settled;
      return course(history.candidates(), plan.budget().evaluations());
    }
  }

  /** The default is the first candidate, and its objective is 1. */
  static BestSoFar course(List<Candidate> candidates, long evaluations) {
    var best = new ArrayList<Double>();
    double sofar = 1;
    for (Candidate candidate : candidates) {
      if (best.size() < evaluations && candidate.evaluation().isPresent()) {
        OptionalDouble objective = candidate.objective();
        sofar = Math.min(sofar, objective.orElse(sofar));
        best.add(sofar);
      }
    }
    return new BestSoFar(best);
  }
}
