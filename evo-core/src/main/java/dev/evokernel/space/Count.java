package dev.evokernel.space;

import module java.base;

/**
 * Number of configurations of a space.
 *
 * @param exact whether the number is counted, not estimated from a sample
 */
public record Count(BigInteger value, boolean exact) {

  private static final BigInteger READABLE = BigInteger.TEN.pow(12);

  public Count {
    if (value.signum() < 0) {
      throw new IllegalArgumentException("count must be ≥ 0, was " + value + ".");
    }
  }

  /** The number, or {@link Long#MAX_VALUE} if it is larger. */
  public long saturated() {
    return value.bitLength() < Long.SIZE ? value.longValue() : Long.MAX_VALUE;
  }

  /** Formats the number, for example {@code 116,928}, {@code 3.124e18} or {@code about 3.1e12}. */
  @Override
  public String toString() {
    if (!exact) {
      return "about " + (value.bitLength() < 14 ? value : scientific("%.1e"));
    }
    return value.compareTo(READABLE) < 0
        ? String.format(Locale.ROOT, "%,d", value)
        : scientific("%.3e");
  }

  private String scientific(String format) {
    return String.format(Locale.ROOT, format, value.doubleValue()).replace("e+", "e");
  }

  /** Draws a number from 0 to below the bound uniformly. */
  public static BigInteger below(BigInteger bound, RandomGenerator random) {
    int bits = bound.subtract(BigInteger.ONE).bitLength();
    byte[] bytes = new byte[bits / Byte.SIZE + 1];
    while (true) {
      random.nextBytes(bytes);
      bytes[0] &= (byte) ((1 << bits % Byte.SIZE) - 1);
      var drawn = new BigInteger(1, bytes);
      if (drawn.compareTo(bound) < 0) {
        return drawn;
      }
    }
  }
}
