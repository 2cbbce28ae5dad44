package dev.evokernel.surrogate;

import module java.base;

/**
 * Choice of the shapes on which a configuration is worth timing: a given shape, and those whose
 * expected improvement is at least the improvement per cost of the evaluation without them. This
 * choice maximises the improvement per cost.
 *
 * @param overhead fixed cost of an evaluation, in timings on one shape
 */
record TimingChoice(double overhead) {

  /** Chooses {@code first}, then the shapes with the largest gains. */
  List<Integer> mostWorth(double[] gains, int first) {
    List<Integer> order =
        IntStream.range(0, gains.length)
            .boxed()
            .sorted(
                Comparator.comparingDouble(s -> s == first ? Double.NEGATIVE_INFINITY : -gains[s]))
            .toList();
    double sum = gains[first];
    int count = 1;
    while (count < gains.length && gains[order.get(count)] >= rate(sum, count)) {
      sum += gains[order.get(count)];
      count++;
    }
    return order.subList(0, count);
  }

  /** Improvement per cost on the shapes of {@link #mostWorth}. */
  double highestRate(double[] gains, int first) {
    double[] others = new double[gains.length - 1];
    System.arraycopy(gains, 0, others, 0, first);
    System.arraycopy(gains, first + 1, others, first, others.length - first);
    Arrays.sort(others);
    double sum = gains[first];
    int count = 1;
    for (int s = others.length - 1; s >= 0 && others[s] >= rate(sum, count); s--) {
      sum += others[s];
      count++;
    }
    return rate(sum, count);
  }

  /** {@link #highestRate(double[], int)} with the shape of the largest gain. */
  double highestRate(double... gains) {
    int greatest = 0;
    for (int s = 1; s < gains.length; s++) {
      greatest = gains[s] > gains[greatest] ? s : greatest;
    }
    return highestRate(gains, greatest);
  }

  private double rate(double sum, int shapes) {
    return sum / (overhead + shapes);
  }
}
