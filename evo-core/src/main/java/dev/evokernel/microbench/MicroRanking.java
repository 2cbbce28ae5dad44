package dev.evokernel.microbench;

import dev.evokernel.space.Count;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The ranking by the miniatures.
 *
 * @param samples all samples, in the order of their draw
 * @param valid the configurations of the space
 * @param end why sampling ended
 */
public record MicroRanking(List<MicroSample> samples, Count valid, End end) {

  /** Why sampling ended. */
  public enum End {
    /** All requested samples were tried, or the whole space. */
    COMPLETE,
    /** The wall time was spent. */
    TIME,
    /** It was interrupted. */
    INTERRUPTED
  }

  public MicroRanking {
    samples = List.copyOf(samples);
  }

  /** The timed samples, best first; of equal scores the one drawn first. */
  public List<MicroSample> ranked() {
    return samples.stream()
        .filter(sample -> sample.score().isPresent())
        .sorted(
            Comparator.comparingDouble((MicroSample sample) -> sample.score().orElseThrow())
                .thenComparingInt(MicroSample::number))
        .toList();
  }

  /** The default, if it was tried. */
  public Optional<MicroSample> defaultSample() {
    return samples.stream().findFirst();
  }
}
