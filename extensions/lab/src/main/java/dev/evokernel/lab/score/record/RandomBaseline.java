package dev.evokernel.lab.score.record;

import module java.base;

/** Expected best of random search without replacement, calculated exactly. */
final class RandomBaseline {

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
}
