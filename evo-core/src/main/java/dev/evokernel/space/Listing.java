package dev.evokernel.space;

import module java.base;

/**
 * Component that stores all its valid combinations.
 *
 * <p>A combination is one number: its choices are digits of a mixed radix, the first parameter most
 * significant. Only the sorted numbers are stored. A row is found by binary search; rows are in the
 * order of the parameters, whatever the order of enumeration.
 */
final class Listing implements Numbered {

  private final int[] parameters;
  private final int[] radix;
  private final long[] weights;
  private final long[] keys;

  /**
   * @param parameters ordinals, ascending
   * @param radix number of values of each parameter
   * @param keys valid combinations, ascending
   */
  Listing(int[] parameters, int[] radix, long[] keys) {
    this.parameters = parameters.clone();
    this.radix = radix.clone();
    this.weights = weights(radix);
    this.keys = keys;
  }

  /** Weight of each digit in a key. The combinations must be numbered in 63 bits. */
  static long[] weights(int... radix) {
    long[] weights = new long[radix.length];
    long weight = 1;
    for (int digit = radix.length - 1; digit >= 0; digit--) {
      weights[digit] = weight;
      try {
        weight = Math.multiplyExact(weight, radix[digit]);
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(
            "Constraints tie together %d parameters with more than 2^63 combinations. Maybe list fewer values."
                .formatted(radix.length),
            e);
      }
    }
    return weights;
  }

  static long key(long[] weights, int... digits) {
    long key = 0;
    for (int digit = 0; digit < digits.length; digit++) {
      key += digits[digit] * weights[digit];
    }
    return key;
  }

  @Override
  public BigInteger count() {
    return BigInteger.valueOf(keys.length);
  }

  @Override
  public boolean allows(int... choices) {
    return row(choices) >= 0;
  }

  @Override
  public void draw(int[] choices, RandomGenerator random) {
    read(random.nextInt(keys.length), choices);
  }

  @Override
  public void read(long row, int[] choices) {
    long rest = keys[(int) row];
    for (int digit = 0; digit < parameters.length; digit++) {
      choices[parameters[digit]] = (int) (rest / weights[digit]);
      rest %= weights[digit];
    }
  }

  @Override
  public long row(int... choices) {
    return Arrays.binarySearch(keys, key(weights, digits(choices)));
  }

  @Override
  public void repair(int[] choices, RandomGenerator random) {
    if (!allows(choices)) {
      var search = new NearbyChoices(this, parameters, radix, Integer.MAX_VALUE, random);
      if (!search.change(choices)) {
        offerAll(search, choices);
      }
      System.arraycopy(search.nearest(), 0, choices, 0, choices.length);
    }
  }

  private void offerAll(NearbyChoices search, int... wanted) {
    int[] offered = wanted.clone();
    for (int row = 0; row < keys.length; row++) {
      read(row, offered);
      long changed = 0;
      long steps = 0;
      for (int parameter : parameters) {
        int step = Math.abs(offered[parameter] - wanted[parameter]);
        steps += step;
        changed += step == 0 ? 0 : 1;
      }
      search.offer(offered, (changed << 40) + steps);
    }
  }

  private int[] digits(int... choices) {
    int[] digits = new int[parameters.length];
    for (int digit = 0; digit < digits.length; digit++) {
      digits[digit] = choices[parameters[digit]];
    }
    return digits;
  }
}
