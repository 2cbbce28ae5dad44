package dev.evokernel.config;

/** Amounts of memory as text: {@code 512MiB}, {@code 10GiB}. */
public final class Sizes {

  private static final String UNITS = "KMGT";
  private static final int STEP = 10;
  private static final long LARGEST_TEBIBYTES = Long.MAX_VALUE >> (4 * STEP);

  private Sizes() {}

  /**
   * @throws IllegalArgumentException if the text is not a size
   */
  public static long parse(String text) {
    int unit =
        text.length() > 3 && text.endsWith("iB")
            ? UNITS.indexOf(text.charAt(text.length() - 3))
            : -1;
    if (unit < 0) {
      throw new IllegalArgumentException("Invalid size '" + text + "'. Use 512MiB or 10GiB.");
    }
    long count = Long.parseLong(text.substring(0, text.length() - 3));
    int shift = STEP * (unit + 1);
    if (count > (Long.MAX_VALUE >> shift)) {
      throw new IllegalArgumentException(
          "'%s' exceeds the largest size, %dTiB".formatted(text, LARGEST_TEBIBYTES));
    }
    return count << shift;
  }

  /** Writes the shortest text that parses to the size, rounded down to whole KiB. */
  public static String text(long bytes) {
    int unit = 0;
    long count = bytes >> STEP;
    while (unit + 1 < UNITS.length() && count > 0 && count % (1 << STEP) == 0) {
      count >>= STEP;
      unit++;
    }
    return count + UNITS.substring(unit, unit + 1) + "iB";
  }
}
