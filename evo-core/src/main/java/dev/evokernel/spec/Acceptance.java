package dev.evokernel.spec;

import dev.evokernel.stats.AcceptanceRule;
import java.util.List;

/**
 * How the finals decide.
 *
 * @param rule what a finalist must reach to become the champion
 * @param baselines names of the kernel's baselines that are timed beside the finalists
 */
public record Acceptance(AcceptanceRule rule, List<String> baselines) {

  public static final Acceptance DEFAULT = new Acceptance(AcceptanceRule.DEFAULT, List.of());

  public Acceptance {
    baselines = List.copyOf(baselines);
  }
}
