package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;

/** Samples while they are taken. */
final class Tally {

  private double[] nanos = new double[256];
  private int count;
  private long spent;

  /** One more, of this many launches that took this long together. */
  void add(long batch, int launches) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = (double) batch / launches;
    spent += batch;
  }

  /** Forgets all but the first samples. */
  void keep(int first, long spentOnThem) {
    count = first;
    spent = spentOnThem;
  }

  int count() {
    return count;
  }

  /** Nanoseconds of all of them together. */
  long spent() {
    return spent;
  }

  Samples samples() {
    return Samples.of(Arrays.copyOf(nanos, count));
  }

  boolean isLost(Race race, double best) {
    return race.isLost(nanos, count, best);
  }
}
