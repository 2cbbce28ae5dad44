package dev.evokernel.shipping.rule;

/** Chooses integer thresholds between two values of a feature. */
final class Threshold {

  private Threshold() {}

  static boolean isBetween(double low, double high) {
    return Math.ceil(low) < high && Math.abs(low) < 1L << 62;
  }

  /**
   * Chooses a round integer near the geometric mean: in the middle half of the interval, the
   * multiple of the highest power of two.
   *
   * @return at least {@code low} and below {@code high}
   */
  static long between(double low, double high) {
    long least = (long) Math.ceil(low);
    long most = (long) Math.min(Math.ceil(high) - 1, 1L << 62);
    if (least < 1) {
      return least + (most - least) / 2;
    }
    double inner = Math.max((double) least, low * Math.pow(high / low, 0.25));
    double outer = Math.min((double) most, low * Math.pow(high / low, 0.75));
    double middle = Math.sqrt(low * high);
    for (long step = Long.highestOneBit(most); step > 1; step /= 2) {
      long round = Math.round(middle / step) * step;
      if (round >= inner && round <= outer) {
        return round;
      }
    }
    return Math.clamp(Math.round(middle), least, most);
  }
}
