package dev.evokernel.dispatch;

import dev.evokernel.kernel.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What every configuration of a set takes on one shape.
 *
 * @param nanos of one launch, by position in the set; {@link Double#NaN} for what cannot run the
 *     shape. At least one can
 * @param noise the difference, as a share, up to which two of the times are not told apart
 */
public record ShapeTimes(Shape shape, List<Double> nanos, double noise) {

  private static final double LEAST_OF_THE_IMPOSSIBLE = 0.1;
  private static final double BETWEEN_PROCESSES = 0.005;

  public ShapeTimes {
    nanos = List.copyOf(nanos);
    if (nanos.stream().allMatch(time -> time.isNaN())) {
      throw new IllegalArgumentException("No configuration was timed on " + shape + ".");
    }
    if (nanos.stream().anyMatch(time -> time <= 0) || !(noise >= 0)) {
      throw new IllegalArgumentException(
          "Times must be > 0 ns and noise ≥ 0, was " + nanos + " and " + noise + ".");
    }
  }

  /**
   * From timings, with noise of two standard errors of the difference of the least certain two, and
   * no less than what one process differs from another by.
   *
   * @param timings by position; empty for what cannot run the shape
   */
  public static ShapeTimes of(Shape shape, List<Optional<Timing>> timings) {
    double error =
        timings.stream().flatMap(Optional::stream).mapToDouble(Timing::error).max().orElse(0);
    return new ShapeTimes(
        shape,
        timings.stream().map(one -> one.map(Timing::nanos).orElse(Double.NaN)).toList(),
        Math.max(BETWEEN_PROCESSES, 2 * Math.sqrt(2) * error));
  }

  /** Whether a configuration was timed. */
  public boolean runs(int position) {
    return !nanos.get(position).isNaN();
  }

  /** The position of the fastest. */
  public int best() {
    return IntStream.range(0, nanos.size())
        .filter(this::runs)
        .boxed()
        .min((one, other) -> Double.compare(nanos.get(one), nanos.get(other)))
        .orElseThrow();
  }

  /** By how much a configuration is slower than the fastest: 0.01 is 1 %. */
  public double loss(int position) {
    return nanos.get(position) / nanos.get(best()) - 1;
  }

  /** Whether a configuration is the fastest, or not told apart from it. */
  public boolean isAmongTheBest(int position) {
    return runs(position) && loss(position) <= noise;
  }

  /**
   * What choosing a configuration costs beyond the noise, as a logarithm of a ratio of times. What
   * cannot run the shape costs as much as the slowest that can, and never nothing.
   */
  double cost(int position) {
    if (!runs(position)) {
      return IntStream.range(0, nanos.size())
          .filter(this::runs)
          .mapToDouble(this::cost)
          .reduce(LEAST_OF_THE_IMPOSSIBLE, Math::max);
    }
    return Math.max(0, Math.log1p(loss(position)) - Math.log1p(noise));
  }
}
