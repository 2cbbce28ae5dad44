package dev.evokernel.microbench;

import dev.evokernel.space.Count;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What came of the miniatures.
 *
 * @param samples everything that was tried, in that order
 * @param valid the configurations of the space
 * @param end why no more were tried
 */
public record MicroRanking(List<MicroSample> samples, Count valid, End end) {

  /** Why no more were tried. */
  public enum End {
    /** All that were asked for were tried, or all that there are. */
    COMPLETE,
    /** The time was over. */
    TIME,
    /** Somebody stopped it. */
    INTERRUPTED
  }

  public MicroRanking {
    samples = List.copyOf(samples);
  }

  /** Those that were timed, best first; of equals the one drawn first. */
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
