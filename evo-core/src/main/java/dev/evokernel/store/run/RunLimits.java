package dev.evokernel.store.run;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.text.Durations;

/**
 * Budget of a run, as the store keeps it in columns beside the text of the job.
 *
 * @param wall time by the clock; empty for no limit
 * @param evaluations configurations to evaluate; empty for no limit
 */
public record RunLimits(Optional<Duration> wall, Optional<Long> evaluations) {

  /** Wall time of a job without the section. */
  public static final Duration DEFAULT_WALL = Duration.ofMinutes(3);

  private static final RunLimits NONE = new RunLimits(Optional.empty(), Optional.empty());

  /** Reads the section {@code budget}; no limits if the text is no job of this version. */
  public static RunLimits of(String job) {
    try {
      Optional<YamlNode.Mapping> budget =
          YamlDocument.of(Path.of("job"), job).root().find("budget").map(YamlNode::mapping);
      if (budget.isEmpty()) {
        return new RunLimits(Optional.of(DEFAULT_WALL), Optional.empty());
      }
      return new RunLimits(
          budget.flatMap(keys -> keys.find("wall")).map(node -> Durations.parse(node.text())),
          budget.flatMap(keys -> keys.find("evaluations")).map(YamlNode::integer));
    } catch (InvalidFileException | IllegalArgumentException | DateTimeException e) {
      return NONE;
    }
  }
}
