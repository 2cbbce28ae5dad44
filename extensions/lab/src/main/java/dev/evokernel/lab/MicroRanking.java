package dev.evokernel.lab;

import module java.base;

import dev.evokernel.space.Count;

/**
 * Ranking of configurations by their miniatures.
 *
 * @param samples all samples, in the order of their draw
 */
public record MicroRanking(List<MicroSample> samples, Count valid, End end) {

  /** Reason for the end of sampling. */
  public enum End {
    /** All requested samples or the whole space were tried. */
    COMPLETE,
    TIME,
    INTERRUPTED
  }

  public MicroRanking {
    samples = List.copyOf(samples);
  }

  /** Timed samples, best first; of equal scores the first drawn. */
  public List<MicroSample> ranked() {
    return samples.stream()
        .filter(sample -> sample.score().isPresent())
        .sorted(
            Comparator.comparingDouble((MicroSample sample) -> sample.score().orElseThrow())
                .thenComparingInt(MicroSample::number))
        .toList();
  }
}
