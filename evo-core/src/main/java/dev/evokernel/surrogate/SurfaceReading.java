package dev.evokernel.surrogate;

import dev.evokernel.surrogate.Design.Alternatives;
import java.util.Arrays;

/**
 * Values and variance decomposition of one surface on a design.
 *
 * <p>Constraints make parameters dependent, so Sobol's decomposition for independent parameters
 * does not hold. The first-order index is the variance of the mean given a parameter (the
 * correlation ratio of McKay, 1997), corrected for finite groups. The total index is the mean
 * variance given all other parameters, over the valid values.
 */
@SuppressWarnings("ArrayRecordComponent") // Read in this package alone.
record SurfaceReading(
    double[] first, double[] total, double[][] pairs, double[][] average, double[][] best) {

  static SurfaceReading of(ResponseSurface surface, Design design) {
    double[] logs = design.draws().stream().mapToDouble(surface::log).toArray();
    int parameters = design.levels().length;
    double[] first = new double[parameters];
    double[][] pairs = new double[parameters][parameters];
    for (int p = 0; p < parameters; p++) {
      first[p] = between(logs, groups(design, p, p));
    }
    for (int p = 0; p < parameters; p++) {
      for (int q = 0; q < p; q++) {
        pairs[p][q] = between(logs, groups(design, p, q)) - first[p] - first[q];
      }
    }
    double[] total = new double[parameters];
    double[][] average = new double[parameters][];
    vary(surface, design, variance(logs), total, average);
    return new SurfaceReading(first, total, pairs, average, nearBest(surface, design));
  }

  private static int[] groups(Design design, int one, int other) {
    int width = design.levels()[other].length;
    return design.draws().stream()
        .mapToInt(draw -> design.level(one, draw[one]) * width + design.level(other, draw[other]))
        .toArray();
  }

  /** Share of the variance between groups: ω², corrected for chance. */
  private static double between(double[] logs, int... groups) {
    int count = Arrays.stream(groups).max().orElse(0) + 1;
    double[] sums = new double[count];
    int[] sizes = new int[count];
    for (int i = 0; i < logs.length; i++) {
      sums[groups[i]] += logs[i];
      sizes[groups[i]]++;
    }
    double mean = Arrays.stream(logs).average().orElse(0);
    double squares = 0;
    int filled = 0;
    for (int g = 0; g < count; g++) {
      if (sizes[g] > 0) {
        double off = sums[g] / sizes[g] - mean;
        squares += sizes[g] * off * off;
        filled++;
      }
    }
    double all = variance(logs) * logs.length;
    if (all < 1e-12 || logs.length <= filled) {
      return 0;
    }
    double within = (all - squares) / (logs.length - filled);
    return (squares - (filled - 1) * within) / all;
  }

  private static double variance(double... values) {
    double mean = Arrays.stream(values).average().orElse(0);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length;
  }

  private static void vary(
      ResponseSurface surface, Design design, double variance, double[] total, double[][] average) {
    int[] seen = new int[total.length];
    int[][] counts = new int[total.length][];
    for (int p : design.varied()) {
      average[p] = new double[design.levels()[p].length];
      counts[p] = new int[average[p].length];
    }
    for (Alternatives varied : design.around()) {
      int p = varied.parameter();
      double[] logs = logs(surface, varied);
      double[] valid = Arrays.stream(logs).filter(Double::isFinite).toArray();
      double mean = Arrays.stream(valid).average().orElse(0);
      total[p] += variance < 1e-12 || valid.length == 0 ? 0 : variance(valid) / variance;
      seen[p]++;
      for (int v = 0; v < logs.length; v++) {
        if (Double.isFinite(logs[v])) {
          average[p][v] += logs[v] - mean;
          counts[p][v]++;
        }
      }
    }
    for (int p : design.varied()) {
      total[p] /= seen[p];
      for (int v = 0; v < average[p].length; v++) {
        average[p][v] = counts[p][v] == 0 ? Double.NaN : average[p][v] / counts[p][v];
      }
    }
  }

  private static double[][] nearBest(ResponseSurface surface, Design design) {
    double[][] best = new double[design.levels().length][];
    double reference = surface.log(design.best());
    for (Alternatives near : design.nearBest()) {
      best[near.parameter()] =
          Arrays.stream(logs(surface, near)).map(log -> log - reference).toArray();
    }
    return best;
  }

  /** Logarithms of the alternatives; NaN for invalid ones. */
  private static double[] logs(ResponseSurface surface, Alternatives of) {
    double[] logs = new double[of.configurations().length];
    for (int v = 0; v < logs.length; v++) {
      logs[v] = of.valid()[v] ? surface.log(of.configurations()[v]) : Double.NaN;
    }
    return logs;
  }
}
