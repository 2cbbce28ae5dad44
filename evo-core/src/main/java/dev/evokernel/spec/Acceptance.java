package dev.evokernel.spec;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.AcceptanceRule;
import java.util.List;

/**
 * Acceptance settings of the finals.
 *
 * @param rule that a finalist must satisfy to become the champion
 * @param baselines names of the kernel's baselines that are timed beside the finalists
 * @param rounds largest number of samples of a finalist on each shape
 * @param processes largest number of fresh device processes
 */
public record Acceptance(AcceptanceRule rule, List<String> baselines, int rounds, int processes) {

  public static final Acceptance DEFAULT =
      new Acceptance(
          AcceptanceRule.DEFAULT, List.of(), FinalsSettings.ROUNDS, FinalsSettings.PROCESSES);

  public Acceptance {
    baselines = List.copyOf(baselines);
  }
}
