package dev.evokernel.report.study;

import dev.evokernel.report.Macros;
import dev.evokernel.search.InitialConfiguration;
import java.util.List;
import java.util.stream.Collectors;

/** Initial configurations as a section of {@code evo.yaml}. */
public final class InitialConfigurationsText {

  private InitialConfigurationsText() {}

  /**
   * @param why one line, for a comment
   */
  public static String yaml(List<InitialConfiguration> initial, String why) {
    return "seeding:  # "
        + why
        + "\n  configurations:\n"
        + initial.stream()
            .map(one -> "    - " + Macros.yaml(one.configuration()) + "  # " + one.origin() + "\n")
            .collect(Collectors.joining());
  }
}
