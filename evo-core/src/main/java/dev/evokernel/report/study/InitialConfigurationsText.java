package dev.evokernel.report.study;

import dev.evokernel.report.text.Macros;
import dev.evokernel.search.InitialConfiguration;
import java.util.List;
import java.util.stream.Collectors;

/** Writer of initial configurations as a section of {@code evo.yaml}. */
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
            .map(
                configuration ->
                    "    - %s  # %s\n"
                        .formatted(
                            Macros.yaml(configuration.configuration()), configuration.origin()))
            .collect(Collectors.joining());
  }
}
