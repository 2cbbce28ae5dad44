package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.kernel.Shape;

/**
 * Distance of two problems in doublings: the sum of a distance of shapes and a distance of devices.
 *
 * <p>Good configurations depend on ratios of sizes: a tile for 4096 suits 8192 better than 128. The
 * distance of two shapes is therefore Σ |log₂(a/b)| over their dimensions, plus 1 for each
 * different fact. Shapes with different dimensions are not comparable.
 *
 * <p>The distance of two devices is 0 for equal models, {@value #SAME_ARCHITECTURE} for equal
 * architectures, and {@value #OTHER_ARCHITECTURE} otherwise. An unknown architecture differs from
 * all others. Results of different backends are not comparable, since sources and parameters
 * differ.
 */
public final class ProblemDistance {

  static final double SAME_ARCHITECTURE = 1;
  static final double OTHER_ARCHITECTURE = 2;

  private static final double LN_2 = Math.log(2);

  private ProblemDistance() {}

  /**
   * Distance of two shapes.
   *
   * @return empty if they are not comparable
   */
  public static OptionalDouble of(Shape one, Shape other) {
    if (!one.dimensions().keySet().equals(other.dimensions().keySet())
        || !one.facts().keySet().equals(other.facts().keySet())) {
      return OptionalDouble.empty();
    }
    double sum = 0;
    for (Map.Entry<String, Long> dimension : one.dimensions().entrySet()) {
      long from = dimension.getValue();
      long to = Objects.requireNonNull(other.dimensions().get(dimension.getKey()));
      if (from != to && (from <= 0 || to <= 0)) {
        return OptionalDouble.empty();
      }
      sum += from == to ? 0 : Math.abs(Math.log((double) from / to)) / LN_2;
    }
    long differing =
        one.facts().entrySet().stream()
            .filter(fact -> !fact.getValue().equals(other.facts().get(fact.getKey())))
            .count();
    return OptionalDouble.of(sum + differing);
  }

  static double ofDevices(
      String model,
      Optional<String> architecture,
      String other,
      Optional<String> otherArchitecture) {
    if (model.equals(other)) {
      return 0;
    }
    return architecture.isPresent() && architecture.equals(otherArchitecture)
        ? SAME_ARCHITECTURE
        : OTHER_ARCHITECTURE;
  }
}
