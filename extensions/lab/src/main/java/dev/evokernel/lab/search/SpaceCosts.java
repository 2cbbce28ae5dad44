package dev.evokernel.lab.search;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Costs of building and using one search space.
 *
 * @param combinations of values, valid or not
 * @param valid number of configurations, as text
 * @param coldNanos first construction in a fresh process, one for each process
 * @param warmNanos repeated constructions in one process
 * @param drawNanos drawing a valid configuration
 * @param neighboursNanos finding every valid neighbour of a configuration
 * @param repairNanos finding the valid configuration nearest to a combination
 * @param proposalNanos time of a proposal of a search that knows a thousand evaluations; empty for
 *     a smaller space
 */
public record SpaceCosts(
    @JsonProperty("space") String name,
    BigInteger combinations,
    String valid,
    @JsonProperty("cold_ns") List<Long> coldNanos,
    @JsonProperty("warm_ns") List<Long> warmNanos,
    @JsonProperty("draw_ns") double drawNanos,
    @JsonProperty("neighbours_ns") double neighboursNanos,
    @JsonProperty("repair_ns") double repairNanos,
    @JsonProperty("proposal_ns") OptionalDouble proposalNanos) {

  public SpaceCosts {
    coldNanos = coldNanos.stream().sorted().toList();
    warmNanos = warmNanos.stream().sorted().toList();
    if (coldNanos.isEmpty() || warmNanos.isEmpty()) {
      throw new IllegalArgumentException("The space '" + name + "' was never constructed.");
    }
  }

  /** Quantile of the cold constructions, in milliseconds. */
  public double coldMillis(double share) {
    return millis(coldNanos, share);
  }

  /** Quantile of the warm constructions, in milliseconds. */
  public double warmMillis(double share) {
    return millis(warmNanos, share);
  }

  private static double millis(List<Long> ascending, double share) {
    return ascending.get((int) Math.round(share * (ascending.size() - 1))) / 1e6;
  }
}
