package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Samples in progress. */
final class Tally {

  private double[] nanos = new double[256];
  private int count;
  private long spent;

  /** Adds a batch with its total nanoseconds. */
  void add(long batch, int launches) {
    add(batch, launches, batch);
  }

  /** Adds one of several batches, which took so many nanoseconds together. */
  void add(long batch, int launches, long taken) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = (double) batch / launches;
    spent += taken;
  }

  void keep(int first, long spentOnThem) {
    count = first;
    spent = spentOnThem;
  }

  int count() {
    return count;
  }

  /** Total nanoseconds of all samples. */
  long spent() {
    return spent;
  }

  Samples samples() {
    return Samples.of(Arrays.copyOf(nanos, count));
  }

  Samples samples(int[] positions) {
    return Samples.of(IntStream.of(positions).mapToDouble(i -> nanos[i]).toArray());
  }

  boolean isLost(Race race, double best) {
    return race.isLost(nanos, count, best);
  }
}
