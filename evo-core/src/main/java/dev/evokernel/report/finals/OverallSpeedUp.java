package dev.evokernel.report.finals;

import module java.base;

import dev.evokernel.report.finals.Conclusion.Comparison;
import dev.evokernel.report.text.Units;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.objective.Over;
import org.jspecify.annotations.Nullable;

/**
 * Speed-up of a result over the default, all shapes combined.
 *
 * <p>The intervals of the shapes hold together. So an interval whose ends combine their ends holds
 * too, however the shapes depend on each other.
 *
 * @param interval lower and upper end; empty without finals
 * @param processes smallest number of processes whose ratios are averaged on a shape; 0 without
 *     finals
 */
public record OverallSpeedUp(
    double ratio, Optional<double[]> interval, int processes, String combination) {

  /** Combines comparisons with the default; empty if a shape has none. */
  static Optional<OverallSpeedUp> of(Over over, List<Comparison> shapes) {
    if (shapes.isEmpty() || shapes.stream().anyMatch(shape -> shape.ratio().isEmpty())) {
      return Optional.empty();
    }
    OptionalInt processes =
        shapes.stream()
            .flatMap(shape -> shape.processes().stream())
            .mapToInt(ConfirmedRatio.Processes::counted)
            .min();
    return Optional.of(
        new OverallSpeedUp(
            combined(over, shapes, speedUp -> speedUp.ratio()),
            processes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new double[] {
                      combined(over, shapes, SpeedUp::low), combined(over, shapes, SpeedUp::high)
                    }),
            processes.orElse(0),
            shapes.size() > 1 ? over.of(shapes.size()).replaceFirst("^the ", "") : ""));
  }

  private static double combined(
      Over over, List<Comparison> shapes, ToDoubleFunction<SpeedUp> figure) {
    var times = new LinkedHashMap<String, Double>();
    shapes.forEach(
        shape ->
            times.put(
                shape.shape(),
                1
                    / shape
                        .speedUp()
                        .map(figure::applyAsDouble)
                        .orElseGet(shape.ratio()::orElseThrow)));
    return 1 / over.combine(times);
  }

  /** Confidence interval and number of processes; empty without finals. */
  public Optional<String> confidence() {
    return interval.map(
        ends ->
            String.format(
                Locale.ROOT,
                "%.0f %% CI %.3f to %.3f, %d %s",
                100 * SpeedUp.CONFIDENCE,
                ends[0],
                ends[1],
                processes,
                processes == 1 ? "process" : "processes"));
  }

  /**
   * {@code 1.213× the default (95 % CI 1.101 to 1.346, 4 processes, geometric mean of 2 shapes)}
   */
  @Override
  public String toString() {
    String details =
        Stream.concat(confidence().stream(), Stream.of(combination))
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining(", "));
    return Units.factor(ratio) + " the default" + (details.isEmpty() ? "" : " (" + details + ")");
  }

  /** Adds the fields of {@code evo_best.json}. */
  void addTo(Map<String, @Nullable Object> json) {
    json.put("speedup", ratio);
    json.put("low", interval.map(ends -> ends[0]).orElse(null));
    json.put("high", interval.map(ends -> ends[1]).orElse(null));
    json.put("processes", processes);
  }
}
