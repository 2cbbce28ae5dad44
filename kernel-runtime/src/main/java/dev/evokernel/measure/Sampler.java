package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Takes the samples of one program on one shape until they are enough. */
public final class Sampler {

  /** Up to this many samples the rule is evaluated after each, beyond it less often. */
  private static final int ASKED_EACH_TIME = 200;

  /** How many times the bound on launches may pass by the clock: flushing is not counted. */
  static final int SLACK = 4;

  /** Nanoseconds of launches between two looks at the device. */
  static final long STRETCH = 20_000_000;

  private final SamplingSettings settings;
  private final CacheState found;
  private final LongSupplier nanoClock;

  /**
   * @param found what every launch finds in the caches
   * @param nanoClock such as {@link System#nanoTime}; only bounds what flushing may cost
   */
  public Sampler(SamplingSettings settings, CacheState found, LongSupplier nanoClock) {
    this.settings = settings;
    this.found = found;
    this.nanoClock = nanoClock;
  }

  /**
   * @param timer launches from such caches
   * @param best the best p50 so far in nanoseconds; a program that is clearly slower is not sampled
   *     further, see {@link Race}
   * @param monitor watches the device; samples from a disturbed device are discarded
   */
  public Sampling sample(BatchTimer timer, OptionalDouble best, DeviceMonitor monitor) {
    int launches =
        new Calibration(found, settings.sample().warmUp(), settings.sample().length(), nanoClock)
            .launches(timer);
    double toBeat = best.orElse(Double.POSITIVE_INFINITY);
    var watch = new SampleMonitor(monitor);
    var tally = new Tally();
    boolean over = false;
    long slack = SLACK * settings.bounds().atMost().toNanos();
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
        && tally.count() % Math.ceilDiv(tally.count(), ASKED_EACH_TIME) == 0
        && settings.stop().isMet(tally.samples());
  }
}
