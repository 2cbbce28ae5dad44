package dev.evokernel.space;

import java.math.BigInteger;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * How many configurations a space has.
 *
 * @param exact whether that is counted, and not estimated from a sample
 */
public record Count(BigInteger value, boolean exact) {

  private static final BigInteger READABLE = BigInteger.TEN.pow(12);

  public Count {
    if (value.signum() < 0) {
      throw new IllegalArgumentException("A count is never negative, as " + value + " is.");
    }
  }

  /** The number itself, or the greatest long where it is larger. */
  public long saturated() {
    return value.bitLength() < Long.SIZE ? value.longValue() : Long.MAX_VALUE;
  }

  /** For example {@code 116,928}, {@code 3.124e18} or {@code about 3.1e12}. */
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

  /** A number from 0 to below the bound, each with the same chance. */
  static BigInteger below(BigInteger bound, RandomGenerator random) {
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
