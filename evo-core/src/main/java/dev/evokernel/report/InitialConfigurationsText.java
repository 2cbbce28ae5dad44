package dev.evokernel.report;

import dev.evokernel.search.InitialConfiguration;
import java.util.List;
import java.util.stream.Collectors;

/** Seeds as a section of {@code evo.yaml}. */
public final class InitialConfigurationsText {

  private InitialConfigurationsText() {}

  /**
   * @param why one line, for a comment
   */
  public static String yaml(List<InitialConfiguration> seeds, String why) {
    return "seeding:  # "
        + why
        + "\n  configurations:\n"
        + seeds.stream()
            .map(
                seed ->
                    "    - " + Macros.yaml(seed.configuration()) + "  # " + seed.origin() + "\n")
            .collect(Collectors.joining());
  }
}
