package dev.evokernel.cli;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.RegressionGate.Challenger;
import dev.evokernel.tuning.Side;
import dev.evokernel.tuning.Target;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the configuration of the current source that is compared with the leaderboard. */
public final class ChallengerOptions {

  @Option(
      names = "--candidate",
      paramLabel = "RUN/NUMBER",
      description =
          "This candidate's configuration, in the current source (default: the champion's).")
  private @Nullable String candidate;

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…",
      description = "This configuration; other parameters have the default's value.")
  private @Nullable String configuration;

  /**
   * Selects the configuration.
   *
   * @throws BadInputException as {@link Challenger#of}
   */
  public Challenger of(Target target) {
    return Challenger.of(target, candidate, configuration);
  }

  /**
   * Options that repeat the choice.
   *
   * @param results the folder of the candidate's run
   */
  public String words(Path results) {
    return (candidate == null ? "" : " --candidate " + Side.word(candidate, results))
        + (configuration == null ? "" : " --configuration " + Printable.word(configuration));
  }
}
