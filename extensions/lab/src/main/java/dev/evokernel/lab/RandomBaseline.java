package dev.evokernel.lab;

import module java.base;

/**
 * Best of random search without replacement: its expectation, calculated exactly, or the mean of
 * replayed random orders.
 */
final class RandomBaseline {

  private static final long SEED = 20240229;
  private static final double EFFORT = 2e7;
  private static final int FEWEST_ORDERS = 2000;
  private static final int MOST_ORDERS = 20_000;

  private final int size;
  private final double[] valid;
  private final double mean;
  private final double[] survival;
  private final List<Double> curve = new ArrayList<>();

  RandomBaseline(Yardstick yardstick) {
    this.size = yardstick.size();
    this.valid = yardstick.validTimes();
    this.mean = yardstick.mean();
    this.survival = new double[valid.length];
    Arrays.fill(survival, 1);
    curve.add(mean);
  }

  /** Expected best after each number of draws, interpolated linearly. */
  double[] at(double... draws) {
    return Arrays.stream(draws).map(this::at).toArray();
  }

  private double at(double draws) {
    double within = Math.min(draws, size);
    int below = (int) within;
    int above = Math.min(below + 1, size);
    extend(above);
    return curve.get(below) + (within - below) * (curve.get(above) - curve.get(below));
  }

  /**
   * Extends the curve. With x₁ ≤ x₂ ≤ … the valid times and Sᵢ the probability that none of the
   * best i was drawn, the expectation is x₁ + Σ (xᵢ₊₁ − xᵢ)·Sᵢ; if nothing valid was drawn, the
   * mean counts.
   */
  private void extend(int draws) {
    for (int drawn = curve.size() - 1; drawn < draws; drawn++) {
      double expected = valid[0];
      for (int i = 0; i < survival.length; i++) {
        survival[i] *= Math.max(size - (i + 1) - drawn, 0.0) / (size - drawn);
        expected +=
            (i + 1 < valid.length ? valid[i + 1] - valid[i] : mean - valid[i]) * survival[i];
      }
      curve.add(expected);
    }
  }

  /**
   * Mean best at each of the seconds, which ascend, of some thousand random orders of the space,
   * each configuration at its own cost. Over seconds this is fairer than the calculated baseline,
   * which knows only the mean cost: if slow kernels cost more time to measure and the budget is a
   * few evaluations, the calculated baseline beats any random search.
   */
  static double[] replayed(Yardstick yardstick, double... seconds) {
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
