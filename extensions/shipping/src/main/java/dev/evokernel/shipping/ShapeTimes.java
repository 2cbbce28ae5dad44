package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Shape;

/**
 * Times of all configurations of a set on one shape.
 *
 * @param nanos nanoseconds of one launch, by position in the set; {@link Double#NaN} if the
 *     configuration cannot run the shape; at least one can
 * @param noise relative difference below which two times are statistically tied
 */
public record ShapeTimes(Shape shape, List<Double> nanos, double noise) {

  private static final double LEAST_OF_THE_IMPOSSIBLE = 0.1;
  private static final double BETWEEN_PROCESSES = 0.005;

  public ShapeTimes {
    nanos = List.copyOf(nanos);
    if (nanos.stream().allMatch(time -> time.isNaN())) {
      throw new IllegalArgumentException("No configuration has a time on " + shape + ".");
    }
    if (nanos.stream().anyMatch(time -> time <= 0) || !(noise >= 0)) {
      throw new IllegalArgumentException(
          "Times must be > 0 ns and noise ≥ 0, was " + nanos + " and " + noise + ".");
    }
  }

  /**
   * Computes the noise from timings: two standard errors of the difference of two times with the
   * largest error, but at least the variation between processes.
   *
   * @param timings by position; empty if the configuration cannot run the shape
   */
  public static ShapeTimes of(Shape shape, List<Optional<Timing>> timings) {
    double error =
        timings.stream().flatMap(Optional::stream).mapToDouble(Timing::error).max().orElse(0);
    return new ShapeTimes(
        shape,
        timings.stream().map(timing -> timing.map(Timing::nanos).orElse(Double.NaN)).toList(),
        Math.max(BETWEEN_PROCESSES, 2 * Math.sqrt(2) * error));
  }

  /** Whether a configuration was timed. */
  public boolean runs(int position) {
    return !nanos.get(position).isNaN();
  }

  /** Position of the fastest configuration. */
  public int best() {
    return IntStream.range(0, nanos.size())
        .filter(this::runs)
        .boxed()
        .min(Comparator.comparing(nanos::get))
        .orElseThrow();
  }

  /** Slowdown against the fastest configuration: 0.01 is 1 %. */
  public double loss(int position) {
    return nanos.get(position) / nanos.get(best()) - 1;
  }

  /** Tests a configuration for being the fastest, or statistically tied with the fastest. */
  public boolean isAmongTheBest(int position) {
    return runs(position) && loss(position) <= noise;
  }

  /**
   * Cost of choosing a configuration: its loss beyond the noise, as a logarithm. A configuration
   * that cannot run the shape costs as much as the slowest that can, and never 0.
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
