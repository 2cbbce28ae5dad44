package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.search.Prior;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.Workload;

/** Converter of what runs measured into priors of other runs. */
public final class Priors {

  private Priors() {}

  /** Times of a run's candidates on each shape; those excluded later count for nothing. */
  public static Prior of(RunHistory history) {
    List<Shape> shapes = history.run().subject().workloads().stream().map(Workload::shape).toList();
    List<Timed> timed =
        history.eligible().stream()
            .filter(candidate -> !candidate.configuration().isByShape()) // No point of the space.
            .map(candidate -> timed(candidate, shapes))
            .toList();
    return new Prior(
        "run %s on %s".formatted(history.run().id(), history.run().provenance().device().model()),
        shapes,
        timed);
  }

  private static Timed timed(Candidate candidate, List<Shape> shapes) {
    Map<String, Double> known = candidate.evaluation().orElseThrow().values(Metric.TIME);
    return new Timed(
        candidate.configuration(),
        shapes.stream()
            .mapToDouble(shape -> known.getOrDefault(shape.name(), Double.NaN))
            .toArray());
  }
}
