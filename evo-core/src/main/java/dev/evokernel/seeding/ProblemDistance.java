package dev.evokernel.seeding;

import dev.evokernel.kernel.Shape;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far apart two problems are, in doublings: the sum of a distance of shapes and one of devices.
 *
 * <p>Good configurations depend on ratios of sizes: a tile that suits 4096 suits 8192 more likely
 * than 128. So the distance of two shapes is Σ |log₂(a/b)| over their dimensions, which is 1 when
 * one dimension doubles, and 1 for each fact in which they differ. Shapes with other dimensions are
 * not comparable.
 *
 * <p>The distance of two devices is 0 for the same model, {@value #SAME_ARCHITECTURE} for another
 * of the same architecture (an {@code sm_90} beside an {@code sm_90}), and {@value
 * #OTHER_ARCHITECTURE} for any other of the same backend. An unknown architecture counts as another
 * one. Results of different backends are not compared, since their sources and parameters differ.
 */
public final class ProblemDistance {

  static final double SAME_ARCHITECTURE = 1;
  static final double OTHER_ARCHITECTURE = 2;

  private static final double LN_2 = Math.log(2);

  private ProblemDistance() {}

  /**
   * The distance of two shapes.
   *
   * @return empty where they cannot be compared
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

  /** The distance of two devices of one backend. */
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
