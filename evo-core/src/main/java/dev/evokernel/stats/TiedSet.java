package dev.evokernel.stats;

import module java.base;

/**
 * Finalists that are statistically tied with the best.
 *
 * <p>The best has the lowest geometric mean of p50 over the shapes. Another finalist is tied with
 * it if the interval of the geometric mean of their ratios includes 1. Bonferroni's correction
 * makes the intervals hold together, so that no finalist among many is cut off by chance.
 *
 * @param members the best first, the others in the given order
 */
public record TiedSet<K>(K best, List<K> members) {

  public TiedSet {
    members = List.copyOf(members);
  }

  /**
   * @param finalists with their samples by shape; all with equal shapes
   */
  public static <K> TiedSet<K> of(
      SequencedMap<K, Map<String, ProcessSamples>> finalists, RandomGenerator random) {
    K best = best(finalists);
    var tied = new ArrayList<K>(List.of(best));
    var bestSamples = Objects.requireNonNull(finalists.get(best));
    double confidence = SpeedUp.confidence(Math.max(1, finalists.size() - 1));
    finalists.forEach(
        (finalist, samples) -> {
          if (!finalist.equals(best)
              && overall(samples, bestSamples, random).interval(confidence).low() <= 1) {
            tied.add(finalist);
          }
        });
    return new TiedSet<>(best, tied);
  }

  private static <K> K best(SequencedMap<K, Map<String, ProcessSamples>> finalists) {
    return finalists.entrySet().stream()
        .min(Comparator.comparingDouble(entry -> meanP50(entry.getValue())))
        .map(Map.Entry::getKey)
        .orElseThrow(() -> new IllegalArgumentException("A tied set needs at least one finalist."));
  }

  /** Geometric mean of p50 over the shapes. */
  public static double meanP50(Map<String, ProcessSamples> samples) {
    return GeometricMean.of(
        samples.values().stream().mapToDouble(shape -> shape.all().p50()).toArray());
  }

  private static Bootstrap.Distribution overall(
      Map<String, ProcessSamples> slower,
      Map<String, ProcessSamples> faster,
      RandomGenerator random) {
    return new TreeMap<>(slower)
        .entrySet().stream()
            .map(
                entry ->
                    ProcessRatios.distribution(
                        Objects.requireNonNull(faster.get(entry.getKey()))
                            .against(entry.getValue()),
                        0.5,
                        Bootstrap.RESAMPLES,
                        random))
            .reduce(Bootstrap.Distribution::times)
            .orElseThrow()
            .power(1.0 / slower.size());
  }
}
