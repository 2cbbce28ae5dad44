package dev.evokernel.report.text;

import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Table;
import java.util.Arrays;

/** Samples as bars. The slowest 5 % share one bar, so that outliers do not flatten the others. */
public final class Histogram {

  private static final int BINS = 8;
  private static final int LONGEST_BAR = 40;

  private Histogram() {}

  public static Table of(Samples samples) {
    double low = samples.min();
    double high = samples.quantile(0.95);
    int[] counts = new int[BINS + 1];
    for (double nanos : samples.nanos()) {
      counts[bin(nanos, low, high)]++;
    }
    int most = Arrays.stream(counts).max().orElse(1);
    var table = Table.builder().quantity("from", "samples").text("");
    for (int i = 0; i < counts.length; i++) {
      boolean shown = high > low ? i < BINS || counts[i] > 0 : counts[i] > 0;
      if (shown) {
        table.row(
            Units.time(low + i * (high - low) / BINS),
            Integer.toString(counts[i]),
            "█".repeat(Math.ceilDiv(counts[i] * LONGEST_BAR, most)));
      }
    }
    return table.build().indented(2 * Table.INDENT);
  }

  private static int bin(double nanos, double low, double high) {
    if (nanos > high) {
      return BINS;
    }
    return high > low ? Math.min(BINS - 1, (int) (BINS * (nanos - low) / (high - low))) : 0;
  }
}
