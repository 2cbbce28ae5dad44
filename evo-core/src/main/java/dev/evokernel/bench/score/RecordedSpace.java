package dev.evokernel.bench.score;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.replay.Recorded;
import dev.evokernel.replay.Recording;
import dev.evokernel.space.SearchSpace;
import java.util.Arrays;
import java.util.List;

/**
 * A recording to score a search on.
 *
 * @param name for example {@code gemm/A100}; a slash makes a deeper folder of traces
 * @param tags groups that the space belongs to, for example {@code kernel:gemm}
 * @param space numbers the configurations
 * @param byIndex what was recorded of each of them, by that number
 * @param yardstick the budget and the random baseline
 */
public record RecordedSpace(
    String name,
    List<String> tags,
    Recording recording,
    SearchSpace space,
    List<Recorded> byIndex,
    Yardstick yardstick) {

  public RecordedSpace {
    tags = List.copyOf(tags);
    byIndex = List.copyOf(byIndex);
  }

  /**
   * @throws InvalidFileException if nothing in it was ever timed
   */
  public static RecordedSpace of(String name, List<String> tags, Recording recording) {
    SearchSpace space = recording.space();
    Recorded[] byIndex = new Recorded[recording.entries().size()];
    for (Recorded entry : recording.entries()) {
      byIndex[(int) space.indexOf(entry.configuration()).orElseThrow()] = entry;
    }
    List<Recorded> entries = Arrays.asList(byIndex);
    return new RecordedSpace(
        name, tags, recording, space, entries, Yardstick.of(recording.file(), entries));
  }

  public Recorded of(Configuration configuration) {
    return byIndex.get((int) space.indexOf(configuration).orElseThrow());
  }
}
