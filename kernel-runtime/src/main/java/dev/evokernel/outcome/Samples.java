package dev.evokernel.outcome;

import module java.base;

import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Raw samples of a measurement in nanoseconds of one launch, or of one of the units that a launch
 * does, in chronological order. Immutable.
 *
 * <p>Quantiles interpolate linearly between order statistics (type 7 of Hyndman and Fan, 1996).
 */
public final class Samples {

  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

  /** Spread from which samples are disturbed. */
  private static final double DISTURBED = 2;

  private final double[] nanos;
  private final double[] sorted;

  private Samples(double[] nanos) {
    this.nanos = nanos;
    this.sorted = nanos.clone();
    Arrays.sort(sorted);
  }

  public static Samples of(double... nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("A measurement needs at least one sample.");
    }
    for (double sample : nanos) {
      if (!(sample > 0 && Double.isFinite(sample))) {
        throw new IllegalArgumentException("A sample must be > 0 ns, was " + sample + ".");
      }
    }
    return new Samples(nanos.clone());
  }

  /** Concatenates samples; at least one part is required. */
  public static Samples joined(Collection<Samples> parts) {
    return of(parts.stream().flatMapToDouble(part -> DoubleStream.of(part.nanos)).toArray());
  }

  /** Samples of one of several units that a launch does. */
  public Samples per(long units) {
    return times(1.0 / units);
  }

  /** Samples that are all longer by a factor above 0. */
  public Samples times(double factor) {
    return factor == 1 ? this : of(DoubleStream.of(nanos).map(one -> factor * one).toArray());
  }

  public int count() {
    return nanos.length;
  }

  public double[] nanos() {
    return nanos.clone();
  }

  public double quantile(double probability) {
    return QUANTILE.evaluate(sorted.length, i -> sorted[i], probability);
  }

  public double p50() {
    return quantile(0.5);
  }

  public double p90() {
    return quantile(0.9);
  }

  public double min() {
    return sorted[0];
  }

  /**
   * Whether the samples differ by factors, so that their median means little. Neighbouring batches
   * of a program that has its device to itself never do; batches that lost time slices do.
   */
  public boolean isDisturbed() {
    return spread() > DISTURBED;
  }

  /** Upper quartile over minimum. */
  public double spread() {
    return quantile(0.75) / min();
  }

  /** Selects the samples below the first gap of a factor; all if there is none. */
  public Samples fastestPhase(double factor) {
    int last = 0;
    while (last + 1 < sorted.length && sorted[last + 1] <= factor * sorted[last]) {
      last++;
    }
    double limit = sorted[last];
    return of(DoubleStream.of(nanos).filter(sample -> sample <= limit).toArray());
  }

  public double mean() {
    return DoubleStream.of(nanos).average().orElseThrow();
  }

  /** Sample standard deviation in nanoseconds; 0 for a single sample. */
  public double deviation() {
    if (nanos.length == 1) {
      return 0;
    }
    double mean = mean();
    double squares = DoubleStream.of(nanos).map(x -> (x - mean) * (x - mean)).sum();
    return Math.sqrt(squares / (nanos.length - 1));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Samples samples && Arrays.equals(nanos, samples.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return count() + " samples, p50 " + p50() + " ns, p90 " + p90() + " ns";
  }
}
