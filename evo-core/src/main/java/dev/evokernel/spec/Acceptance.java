package dev.evokernel.spec;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.AcceptanceRule;
import java.util.List;

/**
 * How the finals decide.
 *
 * @param rule what a finalist must reach to become the champion
 * @param baselines names of the kernel's baselines that are timed beside the finalists
 * @param rounds how many samples a finalist gives at most on each shape
 * @param processes in how many fresh device processes the finals are held at most
 */
public record Acceptance(AcceptanceRule rule, List<String> baselines, int rounds, int processes) {

  public static final Acceptance DEFAULT =
      new Acceptance(
          AcceptanceRule.DEFAULT, List.of(), FinalsSettings.ROUNDS, FinalsSettings.PROCESSES);

  public Acceptance {
    baselines = List.copyOf(baselines);
  }
}
