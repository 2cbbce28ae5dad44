package dev.evokernel.seeding;

import dev.evokernel.kernel.Shape;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far apart two problems are, in doublings: the sum of a distance of shapes and one of devices.
 *
 * <p>Tuning follows ratios: a tile that suits 4096 suits 8192 more likely than it suits 128. So the
 * distance of two shapes is Σ |log₂(a/b)| over their dimensions, which is 1 when one dimension
 * doubles. Shapes with other dimensions are those of another kernel.
 *
 * <p>The distance of two devices is 0 for the same model, {@value #KIN} for another of the same
 * architecture (an {@code sm_90} beside an {@code sm_90}), and {@value #STRANGER} for any other
 * that the same backend drives. Where an architecture is not known it counts as another. Backends
 * have sources and parameters of their own and are not compared.
 */
public final class ProblemDistance {

  static final double KIN = 1;
  static final double STRANGER = 2;

  private static final double LN_2 = Math.log(2);

  private ProblemDistance() {}

  /**
   * Of two shapes.
   *
   * @return empty where they cannot be compared
   */
  static OptionalDouble of(Shape one, Shape other) {
    if (!one.dimensions().keySet().equals(other.dimensions().keySet())) {
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
    return OptionalDouble.of(sum);
  }

  /** Of two devices that one backend drives. */
  static double ofDevices(
      String model, Optional<String> architecture, String other, Optional<String> othersOwn) {
    if (model.equals(other)) {
      return 0;
    }
    return architecture.isPresent() && architecture.equals(othersOwn) ? KIN : STRANGER;
  }
}
