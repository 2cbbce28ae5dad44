package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;

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
}
