package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Sampler of one program on one shape.
 *
 * @param cache cache state of timed launches
 * @param nanoClock clock such as {@link System#nanoTime}; bounds the time for flushing
 */
public record Sampler(SamplingSettings settings, CacheState cache, LongSupplier nanoClock) {

  /** Fewer samples tell too little of their spread for a rule. */
  private static final int LEAST_FOR_RULE = 5;

  /** Number of samples up to which the rule is evaluated after each sample. */
  private static final int ASKED_EACH_TIME = 200;

  /** Ratio of wall-clock time to the bound on launch time, since flushing is not counted. */
  static final int SLACK = 4;

  /** Nanoseconds of launches between two looks at the device. */
  static final long STRETCH = 20_000_000;

  /**
   * Takes samples, and takes them again if they differ by factors: other processes had the device.
   *
   * @param best best p50 so far in nanoseconds, for the {@link Race}
   * @param monitor monitor of the device; samples of a disturbed device are discarded
   */
  public Sampling sample(BatchTimer timer, OptionalDouble best, DeviceMonitor monitor) {
    Sampling first = attempt(timer, best, monitor);
    return first.samples().isDisturbed() ? first.or(attempt(timer, best, monitor)) : first;
  }

  private Sampling attempt(BatchTimer timer, OptionalDouble best, DeviceMonitor monitor) {
    Calibration.Calibrated batch =
        new Calibration(cache, settings.sample().warmUp(), settings.sample().length(), nanoClock)
            .batch(timer);
    int launches = batch.launches();
    double toBeat = best.orElse(Double.POSITIVE_INFINITY);
    var watch = new SampleMonitor(monitor);
    var tally = new Tally();
    boolean over = false;
    // On busy cores a small error cannot be reached, and the finals decide.
    long slack = (batch.isBrief() ? 1 : SLACK) * settings.bounds().atMost().toNanos();
    watch.begin();
    while (!over) {
      int count = tally.count();
      long spent = tally.spent();
      long began = nanoClock.getAsLong();
      while (!over && tally.spent() - spent < STRETCH) {
        tally.add(Math.max(1, timer.sample(launches)), launches);
        over = isOver(tally, toBeat, began + slack);
      }
      slack -= nanoClock.getAsLong() - began;
      if (!watch.accepts(tally.count() - count)) {
        tally.keep(count, spent);
        over = false;
      }
    }
    return new Sampling(tally.samples(), launches, watch.state());
  }

  private boolean isOver(Tally tally, double best, long end) {
    if (tally.count() == settings.bounds().maxSamples() || tally.isLost(settings.race(), best)) {
      return true;
    }
    if (tally.count() < settings.bounds().minSamples()) {
      return false;
    }
    if (tally.spent() >= settings.bounds().atMost().toNanos() || nanoClock.getAsLong() - end >= 0) {
      return true;
    }
    return tally.spent() >= settings.bounds().atLeast().toNanos()
        && tally.count() >= Math.min(LEAST_FOR_RULE, settings.bounds().maxSamples())
        && tally.count() % Math.ceilDiv(tally.count(), ASKED_EACH_TIME) == 0
        && settings.stop().isMet(tally.samples());
  }
}
