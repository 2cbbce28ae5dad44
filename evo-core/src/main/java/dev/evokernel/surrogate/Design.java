package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.surrogate.ImportanceStudy.Domain;
import java.util.Arrays;

/**
 * Configurations at which a study reads its surfaces: draws of the domain, the first draws with
 * each value of each parameter, and the best configuration with each value.
 */
@SuppressWarnings("ArrayRecordComponent") // Read in this package alone.
record Design(
    List<int[]> draws,
    List<Alternatives> around,
    List<Alternatives> nearBest,
    int[][] levels,
    int[] best) {

  private static final int DRAWS = 2000;

  private static final int VARIED = 80;

  /** Largest number of values of a parameter; a longer list is sampled evenly. */
  private static final int MOST_LEVELS = 12;

  /** Configuration with each level of one parameter, and whether the domain contains it. */
  @SuppressWarnings("ArrayRecordComponent") // Read in this package alone.
  record Alternatives(int parameter, int[][] configurations, boolean[] valid) {}

  /** Varies the values of the best configuration. Those of the marked one are always included. */
  static Design of(Domain domain, int[] best, int[] marked, RandomGenerator random) {
    int[][] levels =
        IntStream.range(0, best.length)
            .mapToObj(p -> levels(domain.parameters().get(p), best[p], marked[p]))
            .toArray(int[][]::new);
    List<int[]> draws =
        IntStream.range(0, DRAWS).mapToObj(_ -> domain.random().apply(random)).toList();
    List<Alternatives> around =
        draws.subList(0, VARIED).stream()
            .flatMap(draw -> around(domain, draw, levels).stream())
            .toList();
    return new Design(draws, around, around(domain, best, levels), levels, best.clone());
  }

  private static List<Alternatives> around(Domain domain, int[] of, int[]... levels) {
    var around = new ArrayList<Alternatives>();
    for (int p = 0; p < levels.length; p++) {
      if (levels[p].length > 1) {
        around.add(alternatives(domain, of, p, levels[p]));
      }
    }
    return around;
  }

  private static Alternatives alternatives(Domain domain, int[] of, int parameter, int... levels) {
    int[][] configurations = new int[levels.length][];
    boolean[] valid = new boolean[levels.length];
    for (int v = 0; v < levels.length; v++) {
      configurations[v] = of.clone();
      configurations[v][parameter] = levels[v];
      valid[v] = domain.valid().test(configurations[v]);
    }
    return new Alternatives(parameter, configurations, valid);
  }

  private static int[] levels(Parameter parameter, int... always) {
    int count = parameter.values().size();
    int shown = Math.min(count, MOST_LEVELS);
    IntStream spread =
        IntStream.range(0, shown)
            .map(i -> shown == 1 ? 0 : (int) Math.round(i * (count - 1.0) / (shown - 1)));
    return IntStream.concat(spread, IntStream.of(always)).sorted().distinct().toArray();
  }

  int level(int parameter, int choice) {
    int nearest = 0;
    for (int v = 1; v < levels[parameter].length; v++) {
      if (Math.abs(levels[parameter][v] - choice) < Math.abs(levels[parameter][nearest] - choice)) {
        nearest = v;
      }
    }
    return nearest;
  }

  int[] varied() {
    return IntStream.range(0, levels.length).filter(p -> levels[p].length > 1).toArray();
  }

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
        ResponseSurface surface,
        Design design,
        double variance,
        double[] total,
        double[][] average) {
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
}
