package dev.evokernel.store;

import java.util.List;

/**
 * The evaluations of a run from some candidate on, for a page that follows it.
 *
 * @param points in the order in which they ended
 * @param next from which candidate on the next excerpt has what this one lacks: the first that is
 *     being evaluated, or the one after the last
 */
public record TraceExcerpt(List<EvaluationPoint> points, int next) {

  public TraceExcerpt {
    points = List.copyOf(points);
  }
}
