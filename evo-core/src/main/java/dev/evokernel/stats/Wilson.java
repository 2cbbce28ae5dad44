package dev.evokernel.stats;

import java.util.Locale;

/**
 * Share from counts, with the score interval of Wilson (1927), which stays valid for shares near 0
 * and 1. Commons Statistics has no interval for a share.
 *
 * @param low lower end of the 95 % interval
 * @param high upper end of that interval
 */
public record Wilson(long hits, long trials, double low, double high) {

  private static final double Z = 1.959963984540054;

  public static Wilson of(long hits, long trials) {
    if (trials < 1 || hits < 0 || hits > trials) {
      throw new IllegalArgumentException(hits + " of " + trials + " is not a share.");
    }
    double share = (double) hits / trials;
    double weight = Z * Z / trials;
    double middle = share + weight / 2;
    double reach = Z * Math.sqrt(share * (1 - share) / trials + weight / (4.0 * trials));
    return new Wilson(
        hits,
        trials,
        hits == 0 ? 0 : (middle - reach) / (1 + weight),
        hits == trials ? 1 : (middle + reach) / (1 + weight));
  }

  public double share() {
    return (double) hits / trials;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d of %d, %.1f %% (%.1f to %.1f %%)",
        hits,
        trials,
        100 * share(),
        100 * low,
        100 * high);
  }
}
