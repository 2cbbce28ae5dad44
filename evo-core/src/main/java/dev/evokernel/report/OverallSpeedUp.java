package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.text.Units;

/**
 * Speed-up of a result over the default, all shapes combined.
 *
 * <p>The intervals of the shapes hold together. So an interval whose ends combine their ends holds
 * too, however the shapes depend on each other.
 *
 * @param processes smallest number of confirming processes of a shape, 0 if only one process
 *     measured; empty if the interval is unknown
 */
public record OverallSpeedUp(
    double ratio, double low, double high, OptionalInt processes, String combination) {

  static final Data.Columns<OverallSpeedUp> FIELDS =
      new Data.Columns<OverallSpeedUp>()
          .add("low", all -> all.processes().isEmpty() ? null : all.low())
          .add("high", all -> all.processes().isEmpty() ? null : all.high())
          .add("processes", all -> all.processes().orElse(0));

  /** Combines comparisons with the default; empty if a shape has none. */
  static Optional<OverallSpeedUp> of(Over over, List<Comparison> shapes) {
    if (shapes.isEmpty() || shapes.stream().anyMatch(shape -> shape.ratio().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        new OverallSpeedUp(
            combined(over, shapes, SpeedUp::ratio),
            combined(over, shapes, SpeedUp::low),
            combined(over, shapes, SpeedUp::high),
            shapes.stream()
                .flatMap(shape -> shape.processes().stream())
                .mapToInt(ConfirmedRatio.Processes::confirming)
                .min(),
            shapes.size() > 1 ? over.of(shapes.size()).replaceFirst("^the ", ", ") : ""));
  }

  private static double combined(
      Over over, List<Comparison> shapes, Function<SpeedUp, Double> figure) {
    var times = new LinkedHashMap<String, Double>();
    for (Comparison shape : shapes) {
      double speedUp = shape.speedUp().map(figure).orElseGet(shape.ratio()::orElseThrow);
      times.put(shape.shape(), 1 / speedUp);
    }
    return 1 / over.combine(times);
  }

  /** Confidence interval and number of processes; empty if unknown. */
  public String confidence() {
    if (processes.isEmpty()) {
      return "";
    }
    int confirming = processes.getAsInt();
    return "%s, %s confirming process%s"
        .formatted(
            RatioEstimate.interval(SpeedUp.CONFIDENCE, low, high),
            confirming == 0 ? "no" : confirming,
            confirming > 1 ? "es" : "");
  }

  /**
   * {@code 1.213× the default (95 % CI 1.101 to 1.346, 4 confirming processes, geometric mean of 2
   * shapes)}
   */
  @Override
  public String toString() {
    String text =
        (processes.isEmpty()
                ? Units.factor(ratio)
                : RatioEstimate.text(ratio, low, high).replaceFirst(" \\(.*", ""))
            .replaceFirst("×$", "× the default");
    String details = (confidence() + combination).replaceFirst("^, ", "");
    return text + (details.isEmpty() ? "" : " (" + details + ")");
  }
}
