package dev.evokernel.store.record;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.stats.objective.Metric;

/**
 * Part of an ended evaluation that a curve of the search needs.
 *
 * @param isDefault whether it evaluated the default configuration
 * @param values the first metric of the run's objective by shape, where it was timed; none for a
 *     rejection
 */
public record EvaluationPoint(
    int number,
    boolean isDefault,
    Instant finished,
    OptionalDouble objective,
    Map<String, Double> values) {

  public EvaluationPoint {
    values = Map.copyOf(values);
  }

  /** Point of a candidate whose evaluation ended. */
  public static EvaluationPoint of(Candidate candidate, Configuration theDefault, Metric metric) {
    var values = new HashMap<String, Double>();
    candidate
        .measured()
        .ifPresent(
            measured -> {
              for (Measurement one : measured.measurements()) {
                metric.of(one).ifPresent(value -> values.put(one.shape(), value));
              }
            });
    return new EvaluationPoint(
        candidate.number(),
        candidate.configuration().equals(theDefault),
        candidate.evaluation().orElseThrow().finished(),
        candidate.objective(),
        values);
  }

  /** Whether it was timed on some of the shapes only, as in a search for a portfolio. */
  public boolean isPartial(List<String> shapes) {
    return !values.isEmpty() && !values.keySet().containsAll(shapes);
  }
}
