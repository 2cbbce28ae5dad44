package dev.evokernel.lab.score.record;

import module java.base;

/**
 * Replayed random search: mean of some thousand random orders of the space, each configuration at
 * its own cost. Over seconds this is fairer than the calculated baseline, which knows only the mean
 * cost: if slow kernels cost more time to measure and the budget is a few evaluations, the
 * calculated baseline beats any random search.
 */
final class ReplayedBaseline {

  private static final long SEED = 20240229;
  private static final double EFFORT = 2e7;
  private static final int FEWEST_ORDERS = 2000;
  private static final int MOST_ORDERS = 20_000;

  private ReplayedBaseline() {}

  /** Mean best at each of the seconds, which ascend. */
  static double[] at(Yardstick yardstick, double... seconds) {
    double[] millis = yardstick.millis();
    double[] costs = yardstick.costs();
    double mean = yardstick.mean();
    int draws = Math.min(millis.length, 2 * yardstick.evaluations() + 100);
    int orders = (int) Math.clamp(EFFORT / draws, FEWEST_ORDERS, MOST_ORDERS);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    int[] order = new int[millis.length];
    Arrays.setAll(order, i -> i);
    double[] total = new double[seconds.length];
    for (int repeat = 0; repeat < orders; repeat++) {
      replay(millis, costs, mean, draws, order, random, seconds, total);
    }
    return Arrays.stream(total).map(sum -> sum / orders).toArray();
  }

  /** Adds one random search to the totals. Only the evaluated part of the order is shuffled. */
  private static void replay(
      double[] millis,
      double[] costs,
      double mean,
      int draws,
      int[] order,
      RandomGenerator random,
      double[] seconds,
      double[] total) {
    double best = Double.POSITIVE_INFINITY;
    double spent = 0;
    int point = 0;
    for (int draw = 0; draw < draws && point < seconds.length; draw++) {
      int other = random.nextInt(draw, order.length);
      int drawn = order[other];
      order[other] = order[draw];
      order[draw] = drawn;
      spent += costs[drawn];
      for (; point < seconds.length && seconds[point] < spent; point++) {
        total[point] += Double.isInfinite(best) ? mean : best;
      }
      if (millis[drawn] < best) {
        best = millis[drawn];
      }
    }
    for (; point < seconds.length; point++) {
      total[point] += Double.isInfinite(best) ? mean : best;
    }
  }
}
