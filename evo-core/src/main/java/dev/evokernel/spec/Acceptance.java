package dev.evokernel.spec;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.AcceptanceRule;
import java.util.List;

/**
 * How the finals decide.
 *
 * @param rule what a finalist must reach to become the champion
 * @param baselines names of the kernel's baselines that are timed beside the finalists
 * @param rounds how many rounds the finals have at most
 */
public record Acceptance(AcceptanceRule rule, List<String> baselines, int rounds) {

  public static final Acceptance DEFAULT =
      new Acceptance(AcceptanceRule.DEFAULT, List.of(), FinalsSettings.ROUNDS);

  public Acceptance {
    baselines = List.copyOf(baselines);
  }
}
