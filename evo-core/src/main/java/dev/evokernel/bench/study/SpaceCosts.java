package dev.evokernel.bench.study;

import java.math.BigInteger;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one search space costs to build and to use.
 *
 * @param name of the space
 * @param combinations of values, valid or not
 * @param valid how many configurations, as text
 * @param coldNanos the first construction of a fresh process, once for each process
 * @param warmNanos constructions one after the other in a process that has done many
 * @param drawNanos one valid configuration drawn
 * @param neighboursNanos every valid neighbour of one configuration
 * @param repairNanos the valid configuration nearest to any combination
 * @param proposalNanos what the search takes to propose one, when it knows a thousand; empty where
 *     the space is smaller
 */
public record SpaceCosts(
    String name,
    BigInteger combinations,
    String valid,
    List<Long> coldNanos,
    List<Long> warmNanos,
    double drawNanos,
    double neighboursNanos,
    double repairNanos,
    OptionalDouble proposalNanos) {

  public SpaceCosts {
    coldNanos = coldNanos.stream().sorted().toList();
    warmNanos = warmNanos.stream().sorted().toList();
    if (coldNanos.isEmpty() || warmNanos.isEmpty()) {
      throw new IllegalArgumentException("The space '" + name + "' was never constructed.");
    }
  }

  /** Below which a share of the constructions of a fresh process lie, in milliseconds. */
  public double coldMillis(double share) {
    return millis(coldNanos, share);
  }

  /** Below which a share of the later constructions lie, in milliseconds. */
  public double warmMillis(double share) {
    return millis(warmNanos, share);
  }

  private static double millis(List<Long> ascending, double share) {
    return ascending.get((int) Math.round(share * (ascending.size() - 1))) / 1e6;
  }
}
