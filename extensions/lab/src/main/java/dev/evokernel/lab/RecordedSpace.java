package dev.evokernel.lab;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.Recorded;
import dev.evokernel.replay.RecordedResults;
import dev.evokernel.space.SearchSpace;
import java.util.Arrays;
import java.util.List;

/**
 * Recording to score a search on.
 *
 * @param name for example {@code gemm/A100}; a slash makes a subfolder of traces
 * @param tags groups of the space, for example {@code kernel:gemm}
 * @param space numbers the configurations
 * @param byIndex recorded result of each configuration, by its number
 */
public record RecordedSpace(
    String name,
    List<String> tags,
    RecordedResults recording,
    SearchSpace space,
    List<Recorded> byIndex,
    Yardstick yardstick) {

  public RecordedSpace {
    tags = List.copyOf(tags);
    byIndex = List.copyOf(byIndex);
  }

  /**
   * @throws InvalidFileException if no configuration has a time
   */
  public static RecordedSpace of(String name, List<String> tags, RecordedResults recording) {
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
