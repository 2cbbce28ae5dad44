package dev.evokernel.report;

import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.EvaluationPoint;
import dev.evokernel.store.ShapeLeader;
import dev.evokernel.store.StoredRun;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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
    return values.keySet().containsAll(shapes) ? combined(values) : 0;
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

  /** Of the best of every shape over the default; empty unless all of them are known. */
  OptionalDouble speedUp(List<ShapeLeader> leaders) {
    var values = new HashMap<String, Double>();
    leaders.forEach(one -> values.put(one.shape(), one.value()));
    double speedUp = theDefault.keySet().containsAll(shapes) ? together(values) : 0;
    return speedUp > 0 ? OptionalDouble.of(speedUp) : OptionalDouble.empty();
  }
}
