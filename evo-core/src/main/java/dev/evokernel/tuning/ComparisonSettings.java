package dev.evokernel.tuning;

import dev.evokernel.comparison.ComparisonSetup;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.worker.LaunchSpec;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Settings for measuring two programs against each other.
 *
 * @param processes the most fresh processes; at least 2, since two must agree on a difference
 */
public record ComparisonSettings(double margin, int processes, long seed) {

  public static final ComparisonSettings DEFAULT =
      new ComparisonSettings(ComparisonRule.MARGIN, 4, 42);

  public ComparisonSettings {
    if (processes < 2) {
      throw new BadInputException(
          "--processes must be ≥ 2, was "
              + processes
              + ": two processes must agree on a difference.");
    }
  }

  /** Rule under which a difference on one of the shapes counts once a second process agrees. */
  public ComparisonRule rule(int shapes) {
    return ComparisonRule.confirmed(margin, shapes);
  }

  /** Describes how a target's variants are measured. */
  public ComparisonSetup setup(Target target, Path logs, Consumer<String> news)
      throws InterruptedException {
    return new ComparisonSetup(
        target.backend(),
        target.device(),
        target.shapes(),
        target.results().resolve("cache"),
        MachineLoad.adapted(LaunchSpec.ofThisJvm(logs).telling(news), target.backend()),
        target.inputSets(),
        target.timeouts().compile(),
        target.timeouts().evaluation(),
        seed);
  }
}
