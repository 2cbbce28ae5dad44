package dev.evokernel.stats;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import io.jenetics.ext.moea.Vec;

/**
 * Objective of a run: {@code objective} in {@code evo.yaml}.
 *
 * <p>Time and energy are relative to the default's on each shape, combined over the shapes: 1 is
 * the default, 0.5 is twice as fast. Accuracy is the worst over the shapes, as a share of the
 * tolerance; it is not relative, since the default may have no error.
 *
 * @param over how shapes are combined
 * @param minimise one metric, or time and another one
 */
public record Objective(Over over, List<Metric> minimise) {

  private static final List<List<Metric>> KNOWN =
      List.of(
          List.of(Metric.TIME),
          List.of(Metric.ENERGY),
          List.of(Metric.TIME, Metric.ENERGY),
          List.of(Metric.TIME, Metric.ACCURACY));

  /** Objective for an {@code evo.yaml} without {@code objective}. */
  public static final Objective DEFAULT = new Objective(new Over.Geomean(), List.of(Metric.TIME));

  public Objective {
    minimise = List.copyOf(minimise);
    if (!KNOWN.contains(minimise)) {
      throw new IllegalArgumentException(
          "A run minimises " + words(KNOWN) + ", not " + minimise + ".");
    }
  }

  private static String words(List<List<Metric>> known) {
    return known.stream()
        .map(metrics -> metrics.stream().map(Metric::label).collect(Collectors.joining(" and ")))
        .collect(Collectors.joining(", or "));
  }

  /** Whether the metrics can be minimised together, in this order. */
  public static boolean knows(List<Metric> metrics) {
    return KNOWN.contains(metrics);
  }

  /** Copies this objective for other shapes, to which its weights do not apply. */
  public Objective onOtherShapes() {
    return over instanceof Over.Weighted ? new Objective(DEFAULT.over, minimise) : this;
  }

  /** Whether the objective has two metrics, and so no single best. */
  public boolean hasFront() {
    return minimise.size() > 1;
  }

  public boolean isTimeAlone() {
    return minimise.equals(List.of(Metric.TIME));
  }

  public boolean asksFor(Metric metric) {
    return minimise.contains(metric);
  }

  /** A metric that the objective needs and a measurement lacks. */
  public Optional<Metric> missingFrom(Measured measured) {
    return minimise.stream().filter(metric -> !tells(measured, metric)).findFirst();
  }

  /** Value of each metric; empty if one is missing. */
  public Optional<Vec<double[]>> values(Measured candidate, Measured theDefault) {
    return missingFrom(candidate).isPresent() || missingFrom(theDefault).isPresent()
        ? Optional.empty()
        : Optional.of(
            Vec.of(
                minimise.stream()
                    .mapToDouble(metric -> value(metric, candidate, theDefault))
                    .toArray()));
  }

  /** Value of the first metric, which orders candidates. */
  public OptionalDouble first(Measured candidate, Measured theDefault) {
    return values(candidate, theDefault)
        .map(values -> OptionalDouble.of(values.data()[0]))
        .orElse(OptionalDouble.empty());
  }

  /** Value of any metric; empty if missing. */
  public OptionalDouble of(Metric metric, Measured candidate, Measured theDefault) {
    return tells(candidate, metric) && tells(theDefault, metric)
        ? OptionalDouble.of(value(metric, candidate, theDefault))
        : OptionalDouble.empty();
  }

  private static boolean tells(Measured measured, Metric metric) {
    return measured.measurements().stream()
        .allMatch(measurement -> metric.of(measurement).isPresent());
  }

  private double value(Metric metric, Measured candidate, Measured theDefault) {
    if (metric == Metric.ACCURACY) {
      return candidate.measurements().stream()
          .mapToDouble(measurement -> metric.of(measurement).orElseThrow())
          .max()
          .orElseThrow();
    }
    var before =
        theDefault.measurements().stream()
            .collect(Collectors.toMap(Measurement::shape, Function.identity()));
    var ratios = new LinkedHashMap<String, Double>();
    for (Measurement after : candidate.measurements()) {
      String shape = after.shape();
      Measurement same = Objects.requireNonNull(before.get(shape), shape);
      ratios.put(shape, metric.of(after).orElseThrow() / metric.of(same).orElseThrow());
    }
    return over.combine(ratios);
  }

  @Override
  public String toString() {
    return minimise.stream().map(Metric::label).collect(Collectors.joining(" and "));
  }
}
