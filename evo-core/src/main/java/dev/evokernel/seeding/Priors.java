package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.search.Prior;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.Workload;

/** Converter of what runs measured into priors of other runs. */
public final class Priors {

  private Priors() {}

  /** Times of a run's candidates on each shape; those excluded later count for nothing. */
  public static Prior of(RunHistory history) {
    List<Shape> shapes = history.run().subject().workloads().stream().map(Workload::shape).toList();
    Set<Integer> eligible =
        history.eligible().stream().map(outline -> outline.number()).collect(Collectors.toSet());
    var timed = new ArrayList<Timed>();
    history.candidates().stream()
        .filter(candidate -> eligible.contains(candidate.number()))
        .filter(candidate -> !candidate.configuration().isByShape()) // No point of the space.
        .forEach(
            candidate ->
                candidate
                    .measured()
                    .ifPresent(
                        measured ->
                            timed.add(
                                new Timed(
                                    candidate.configuration(),
                                    shapes.stream()
                                        .mapToDouble(
                                            shape ->
                                                measured
                                                    .on(shape.name())
                                                    .map(one -> one.samples().p50())
                                                    .orElse(Double.NaN))
                                        .toArray()))));
    return new Prior(
        "run %s on %s".formatted(history.run().id(), history.run().provenance().device().model()),
        shapes,
        timed);
  }
}
