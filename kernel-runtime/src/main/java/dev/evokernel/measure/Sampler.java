package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Takes the samples of one program on one shape until its median is known well enough.
 *
 * <p>How well is judged by the standard error of the median, 1.2533 σ / √n for normal noise, with σ
 * taken from the quartiles (interquartile range / 1.349): a few samples hit by other work on the
 * machine neither prolong the sampling nor end it.
 */
public final class Sampler {

  private static final int HOPELESS_SAMPLES = 3;

  private final SamplingSettings settings;

  public Sampler(SamplingSettings settings) {
    this.settings = settings;
  }

  /**
   * @param best the best p50 so far in nanoseconds; a program whose first samples all lie {@link
   *     SamplingSettings#hopeless()} times above it is not sampled further
   */
  public Sampling sample(BatchTimer timer, OptionalDouble best) {
    int launches = Calibration.launches(timer, settings.warmUp(), settings.sample());
    double hopeless = best.orElse(Double.POSITIVE_INFINITY) * settings.hopeless();
    double[] nanos = new double[settings.maxSamples()];
    double fastest = Double.POSITIVE_INFINITY;
    long spent = 0;
    int count = 0;
    while (count < nanos.length) {
      long batch = Math.max(1, timer.nanos(launches));
      spent += batch;
      nanos[count] = (double) batch / launches;
      fastest = Math.min(fastest, nanos[count]);
      count++;
      boolean lost = count >= Math.min(HOPELESS_SAMPLES, settings.minSamples());
      if ((lost && fastest > hopeless) || enough(nanos, count, spent)) {
        break;
      }
    }
    return new Sampling(Samples.of(Arrays.copyOf(nanos, count)), launches);
  }

  private boolean enough(double[] nanos, int count, long spent) {
    if (count < settings.minSamples() || spent < settings.atLeast().toNanos()) {
      return false;
    }
    return spent >= settings.atMost().toNanos()
        || relativeError(Samples.of(Arrays.copyOf(nanos, count))) <= settings.error();
  }

  private static double relativeError(Samples samples) {
    double sigma = (samples.quantile(0.75) - samples.quantile(0.25)) / 1.349;
    return 1.2533 * sigma / Math.sqrt(samples.count()) / samples.p50();
  }
}
