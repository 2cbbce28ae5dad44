package dev.evokernel.space;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Search for the valid combination nearest to an invalid one: fewest digits changed, then fewest
 * steps along the lists of values, then at random.
 *
 * <p>One or two changed digits nearly always suffice, so these are tried first. Only if none is
 * valid are all valid combinations compared.
 */
final class NearestKey {

  private static final int RINGS = 2;

  private final int[] radix;
  private final long[] weights;
  private final long[] keys;
  private final RandomGenerator random;

  private long nearest = -1;
  private long distance = Long.MAX_VALUE;
  private int ties;

  NearestKey(int[] radix, long[] weights, long[] keys, RandomGenerator random) {
    this.radix = radix;
    this.weights = weights;
    this.keys = keys;
    this.random = random;
  }

  long find(int... digits) {
    long key = Listing.key(weights, digits);
    for (int ring = 1; ring <= RINGS && nearest < 0; ring++) {
      change(digits, 0, ring, key, 0);
    }
    if (nearest < 0) {
      compareAll(digits);
    }
    return nearest;
  }

  private void change(int[] digits, int from, int left, long key, long steps) {
    if (left == 0) {
      if (steps <= distance && Arrays.binarySearch(keys, key) >= 0) {
        offer(key, steps);
      }
      return;
    }
    for (int digit = from; digit <= digits.length - left; digit++) {
      for (int value = 0; value < radix[digit]; value++) {
        int step = value - digits[digit];
        if (step != 0) {
          change(digits, digit + 1, left - 1, key + step * weights[digit], steps + Math.abs(step));
        }
      }
    }
  }

  private void compareAll(int... digits) {
    for (long key : keys) {
      long changed = 0;
      long steps = 0;
      long rest = key;
      for (int digit = 0; digit < digits.length; digit++) {
        long step = Math.abs(rest / weights[digit] - digits[digit]);
        rest %= weights[digit];
        steps += step;
        changed += step == 0 ? 0 : 1;
      }
      offer(key, (changed << 40) + steps);
    }
  }

  /** Keeps the nearest; ties are broken uniformly. */
  private void offer(long key, long away) {
    if (away < distance) {
      nearest = key;
      distance = away;
      ties = 1;
    } else if (away == distance && random.nextInt(++ties) == 0) {
      nearest = key;
    }
  }
}
