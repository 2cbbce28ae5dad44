package dev.evokernel.report;

import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.EvaluationPoint;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * How the best of a search grows, evaluation by evaluation. In a search for a portfolio that is the
 * best of each shape, combined as the objective says, since candidates are timed on some shapes
 * only there; otherwise the best of one configuration.
 */
public final class SearchTrace {

  /**
   * One evaluation.
   *
   * @param speed times as fast as the default on what it was timed on; 0 for a rejection
   * @param best times as fast as the default, the best so far
   * @param improved whether this evaluation made it better
   */
  public record Step(double speed, double best, boolean improved) {}

  private final Objective objective;
  private final List<String> shapes;
  private final boolean byShape;
  private final Map<String, Double> theDefault = new HashMap<>();
  private final Map<String, Double> leading = new HashMap<>();
  private double best;

  /**
   * @param byShape whether the search is for a portfolio
   */
  public SearchTrace(StoredRun run, boolean byShape) {
    this.objective = run.run().objective();
    this.shapes = run.subject().shapes();
    this.byShape = byShape;
  }

  /** What this needs of a candidate whose evaluation ended. */
  public static EvaluationPoint point(StoredRun run, Candidate candidate) {
    return EvaluationPoint.of(
        candidate,
        run.subject().defaultConfiguration(),
        run.run().objective().minimise().getFirst());
  }

  /** Takes the evaluation that ended next. */
  public Step next(EvaluationPoint point) {
    double speed = byShape ? ofShapes(point) : ofOne(point);
    double now = byShape ? together(leading) : speed;
    boolean improved = now > best;
    best = Math.max(best, now);
    return new Step(speed, best, improved);
  }

  private static double ofOne(EvaluationPoint point) {
    double objective = point.objective().orElse(0);
    return objective > 0 ? 1 / objective : 0;
  }

  private double ofShapes(EvaluationPoint point) {
    if (point.isDefault()) {
      theDefault.putAll(point.values());
    }
    point.values().forEach((shape, value) -> leading.merge(shape, value, Math::min));
    return combined(point.values());
  }

  /** 0 before every shape was timed. */
  private double together(Map<String, Double> values) {
    return values.keySet().containsAll(shapes) && theDefault.keySet().containsAll(shapes)
        ? combined(values)
        : 0;
  }

  private double combined(Map<String, Double> values) {
    SequencedMap<String, Double> ratios = new LinkedHashMap<>();
    for (String shape : shapes) {
      if (values.containsKey(shape) && theDefault.containsKey(shape)) {
        ratios.put(shape, values.get(shape) / theDefault.get(shape));
      }
    }
    return ratios.isEmpty() ? 0 : 1 / objective.over().combine(ratios);
  }

  /**
   * The best of each shape in a search for a portfolio that has held no finals.
   *
   * @param candidates that are the best on a shape, each once
   * @param speedUp of all shapes together over the default
   */
  public record SoFar(List<Candidate> candidates, double speedUp) {
    public SoFar {
      candidates = List.copyOf(candidates);
    }

    /** For example {@code 1.425× the default's speed so far, with 9 configurations …}. */
    public String sentence(int shapes) {
      return String.format(
          Locale.ROOT,
          "%.3f× the default's speed so far, with %d configuration%s for %d shapes; no finals yet.",
          speedUp,
          candidates.size(),
          candidates.size() == 1 ? "" : "s",
          shapes);
    }
  }

  /** Empty for a search for one configuration, and before every shape was timed. */
  public static Optional<SoFar> soFar(RunHistory history) {
    if (history.finals().isPresent()
        || history.outlines().stream().allMatch(one -> one.proposal().shapes().isEmpty())) {
      return Optional.empty();
    }
    var trace = new SearchTrace(history.run(), true);
    var leaders = new HashMap<String, Candidate>();
    for (Candidate one : history.candidates()) {
      if (one.measured().isPresent() && history.flags().exclusion(one.number()).isEmpty()) {
        EvaluationPoint point = point(history.run(), one);
        point
            .values()
            .forEach(
                (shape, value) -> {
                  if (value < trace.leading.getOrDefault(shape, Double.POSITIVE_INFINITY)) {
                    leaders.put(shape, one);
                  }
                });
        trace.next(point);
      }
    }
    double speedUp = trace.together(trace.leading);
    return speedUp > 0
        ? Optional.of(
            new SoFar(
                leaders.values().stream()
                    .distinct()
                    .sorted(Comparator.comparingInt(Candidate::number))
                    .toList(),
                speedUp))
        : Optional.empty();
  }
}
