package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Samples;

/**
 * Times of all configurations of a set on one shape.
 *
 * @param nanos nanoseconds of one launch, by position in the set; {@link Double#NaN} if the
 *     configuration cannot run the shape; at least one can
 * @param noise relative difference below which two times are statistically tied
 */
record ShapeTimes(Shape shape, List<Double> nanos, double noise) {

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

  public boolean runs(int position) {
    return !nanos.get(position).isNaN();
  }

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

  /**
   * Time of one configuration on one shape.
   *
   * @param nanos median of one launch
   * @param error relative standard error of the median
   */
  record Timing(double nanos, double error) {

    /** Ratio of the standard errors of median and mean of a normal distribution. */
    private static final double OF_A_MEDIAN = Math.sqrt(Math.PI / 2);

    private static final double BELOW = 0.1587;

    public Timing {
      if (!(nanos > 0 && Double.isFinite(nanos) && error >= 0)) {
        throw new IllegalArgumentException(
            "A time must be > 0 ns with an error ≥ 0, was " + nanos + " and " + error + ".");
      }
    }

    /** Computes the time from samples; the spread comes from quantiles, robust against outliers. */
    public static Timing of(Samples samples) {
      double spread = (samples.quantile(1 - BELOW) - samples.quantile(BELOW)) / 2;
      return new Timing(
          samples.p50(), OF_A_MEDIAN * spread / Math.sqrt(samples.count()) / samples.p50());
    }
  }

  /**
   * A drawn shape with the times of a portfolio's configurations.
   *
   * @param isUnseen whether the shape is held out from learning
   * @param timings times by candidate number
   * @param refusals reasons of candidates without a time, by candidate number
   */
  record DrawnShape(
      Shape shape, boolean isUnseen, Map<Integer, Timing> timings, Map<Integer, String> refusals) {

    public DrawnShape {
      timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
      refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
    }

    /**
     * Times by position; empty if no candidate can run the shape.
     *
     * @param numbers candidates of the portfolio, by position
     */
    public Optional<ShapeTimes> times(List<Integer> numbers) {
      return timings.isEmpty()
          ? Optional.empty()
          : Optional.of(
              ShapeTimes.of(
                  shape,
                  numbers.stream()
                      .map(number -> Optional.ofNullable(timings.get(number)))
                      .toList()));
    }
  }
}
