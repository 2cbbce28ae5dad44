package dev.evokernel.importance;

import java.util.Arrays;

/** Estimate with its 90 % interval. */
public record Band(double value, double low, double high) {

  private static final double NORMAL_90 = 1.645;

  /**
   * Estimates from repetitions on halves of the data, whose spread is that of the full estimate
   * (the delete-half jackknife of Shao and Wu, 1989).
   */
  static Band of(double value, double... halves) {
    double mean = Arrays.stream(halves).average().orElse(value);
    double squares = Arrays.stream(halves).map(half -> (half - mean) * (half - mean)).sum();
    double spread = halves.length > 1 ? Math.sqrt(squares / (halves.length - 1)) : 0;
    return new Band(value, value - NORMAL_90 * spread, value + NORMAL_90 * spread);
  }

  /** Clamps the band to a share between 0 and 1. */
  Band share() {
    return new Band(Math.clamp(value, 0, 1), Math.clamp(low, 0, 1), Math.clamp(high, 0, 1));
  }

  /** Turns a band of logarithms into ratios. */
  Band exp() {
    return new Band(Math.exp(value), Math.exp(low), Math.exp(high));
  }
}
