package dev.evokernel.backend.data;

/**
 * Quantile of the normal distribution: algorithm AS 241, PPND7, of Wichura (1988), exact to 7
 * digits.
 *
 * <p>It uses only operations that IEEE 754 defines to the last bit, so that a device gets the same
 * numbers by the same steps. {@link Math#log} is not one of them. The steps must stay equal to
 * those of {@code inspection.cu}.
 */
public final class NormalQuantile {

  private static final double SQRT_2 = 1.4142135623730951;
  private static final double LN_2 = 0.6931471805599453;

  private NormalQuantile() {}

  /**
   * @param p a multiple of 2⁻⁵³ between 0 and 1, both excluded
   */
  public static double of(double p) {
    double q = p - 0.5;
    if (Math.abs(q) <= 0.425) {
      double r = 0.180625 - q * q;
      return q
          * (cubic(r, 59.109374720, 159.29113202, 50.434271938, 3.3871327179)
              / cubic(r, 67.187563600, 78.757757664, 17.895169469, 1));
    }
    double r = Math.sqrt(-logarithm(q < 0 ? p : 1 - p));
    double value = r <= 5 ? tail(r - 1.6) : farTail(r - 5);
    return q < 0 ? -value : value;
  }

  private static double tail(double r) {
    return cubic(r, 0.17023821103, 1.3067284816, 2.7568153900, 1.4234372777)
        / cubic(r, 0, 0.12021132975, 0.73700164250, 1);
  }

  private static double farTail(double r) {
    return cubic(r, 0.017337203997, 0.42868294337, 3.0812263860, 6.6579051150)
        / cubic(r, 0, 0.012258202635, 0.24197894225, 1);
  }

  private static double cubic(double r, double a, double b, double c, double d) {
    return ((a * r + b) * r + c) * r + d;
  }

  /** Natural logarithm of 0 < x ≤ 1 as 2 artanh((m − 1) / (m + 1)) + e ln 2. */
  private static double logarithm(double x) {
    long bits = Double.doubleToRawLongBits(x);
    double exponent = (int) (bits >> 52) - 1023;
    double m = Double.longBitsToDouble((bits & 0x000f_ffff_ffff_ffffL) | 0x3ff0_0000_0000_0000L);
    if (m > SQRT_2) {
      m *= 0.5;
      exponent += 1;
    }
    double s = (m - 1) / (m + 1);
    double z = s * s;
    double sum = 2.0 / 15;
    sum = sum * z + 2.0 / 13;
    sum = sum * z + 2.0 / 11;
    sum = sum * z + 2.0 / 9;
    sum = sum * z + 2.0 / 7;
    sum = sum * z + 2.0 / 5;
    sum = sum * z + 2.0 / 3;
    sum = sum * z + 2.0;
    return s * sum + exponent * LN_2;
  }
}
