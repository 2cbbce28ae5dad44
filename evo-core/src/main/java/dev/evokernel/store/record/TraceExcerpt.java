package dev.evokernel.store.record;

import java.util.List;

/**
 * Evaluations of a run from one candidate on, for a page that follows the run.
 *
 * @param points in the order in which they ended
 * @param next candidate number to continue from: the first in flight, or the one after the last
 */
public record TraceExcerpt(List<EvaluationPoint> points, int next) {

  public TraceExcerpt {
    points = List.copyOf(points);
  }
}
