package dev.evokernel.surrogate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * On which shapes a configuration is worth being timed: one that is given, and those whose expected
 * improvement is not below what the evaluation brings for its cost anyhow. That makes the
 * improvement for each unit of cost as large as it can be.
 *
 * @param overhead what an evaluation costs besides, in timings on one shape
 */
record TimingChoice(double overhead) {

  /**
   * The shapes.
   *
   * @param gains the expected improvement on each shape
   * @param first is among them
   * @return the one that was given, then those that gain most
   */
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

  /** The improvement for each unit of cost on {@link #mostWorth}, without saying which they are. */
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

  /** The same where the shape on which it gains most is given. */
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
