package dev.evokernel.stats;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import io.jenetics.ext.moea.Vec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a run minimises: {@code objective} in {@code evo.yaml}.
 *
 * <p>Time and energy are relative to the default's on each shape, and the shapes are combined: 1 is
 * the default, 0.5 twice as fast. Accuracy is the worst over the shapes, as a share of the
 * tolerance, and relative to nothing: the default may have no error at all.
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

  /** In force where {@code evo.yaml} has no {@code objective}. */
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

  /** Whether a run can minimise these, in this order. */
  public static boolean knows(List<Metric> metrics) {
    return KNOWN.contains(metrics);
  }

  /** The same for shapes of which these weights know nothing. */
  public Objective onOtherShapes() {
    return over instanceof Over.Weighted ? new Objective(DEFAULT.over, minimise) : this;
  }

  /** Whether there are two numbers, and so no single best. */
  public boolean hasFront() {
    return minimise.size() > 1;
  }

  /** Whether nothing but time counts. */
  public boolean isTimeAlone() {
    return minimise.equals(List.of(Metric.TIME));
  }

  public boolean asksFor(Metric metric) {
    return minimise.contains(metric);
  }

  /** A metric that the objective needs and this measurement does not tell. */
  public Optional<Metric> missingFrom(Measured measured) {
    return minimise.stream().filter(metric -> !tells(measured, metric)).findFirst();
  }

  /** One number for each metric; empty where the device did not tell one of them. */
  public Optional<Vec<double[]>> values(Measured candidate, Measured theDefault) {
    return missingFrom(candidate).isPresent() || missingFrom(theDefault).isPresent()
        ? Optional.empty()
        : Optional.of(
            Vec.of(
                minimise.stream()
                    .mapToDouble(metric -> value(metric, candidate, theDefault))
                    .toArray()));
  }

  /** The first of the numbers, by which a run that has to order its candidates orders them. */
  public OptionalDouble first(Measured candidate, Measured theDefault) {
    return values(candidate, theDefault)
        .map(values -> OptionalDouble.of(values.data()[0]))
        .orElse(OptionalDouble.empty());
  }

  /** One metric, whether it is minimised or not; empty where the device did not tell it. */
  public OptionalDouble of(Metric metric, Measured candidate, Measured theDefault) {
    return tells(candidate, metric) && tells(theDefault, metric)
        ? OptionalDouble.of(value(metric, candidate, theDefault))
        : OptionalDouble.empty();
  }

  private static boolean tells(Measured measured, Metric metric) {
    return measured.measurements().stream().allMatch(one -> metric.of(one).isPresent());
  }

  private double value(Metric metric, Measured candidate, Measured theDefault) {
    if (metric == Metric.ACCURACY) {
      return candidate.measurements().stream()
          .mapToDouble(one -> metric.of(one).orElseThrow())
          .max()
          .orElseThrow();
    }
    var before =
        theDefault.measurements().stream()
            .collect(Collectors.toMap(Measurement::shape, Function.identity()));
    var ratios = new LinkedHashMap<String, Double>();
    for (Measurement one : candidate.measurements()) {
      Measurement same = Objects.requireNonNull(before.get(one.shape()), one::shape);
      ratios.put(one.shape(), metric.of(one).orElseThrow() / metric.of(same).orElseThrow());
    }
    return over.combine(ratios);
  }

  /** For example {@code time and accuracy}. */
  @Override
  public String toString() {
    return minimise.stream().map(Metric::label).collect(Collectors.joining(" and "));
  }
}
