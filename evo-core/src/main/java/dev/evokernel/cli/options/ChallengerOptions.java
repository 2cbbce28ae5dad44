package dev.evokernel.cli.options;

import dev.evokernel.kernel.Printable;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.Challenger;
import dev.evokernel.tuning.Side;
import dev.evokernel.tuning.Target;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which configuration of the present source is compared with the leaderboard. */
public final class ChallengerOptions {

  @Option(
      names = "--candidate",
      paramLabel = "RUN/NUMBER",
      description =
          "That candidate's configuration in the source as it is now (default: the champion's).")
  private @Nullable String candidate;

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…",
      description =
          "This configuration; parameters that are not mentioned have the default's value.")
  private @Nullable String configuration;

  /**
   * @throws BadInputException if the kernel has no such configuration
   */
  public Challenger of(Target target) {
    if (candidate != null && configuration != null) {
      throw new BadInputException(
          "--candidate and --configuration both choose a configuration. Leave one out.");
    }
    if (configuration != null) {
      return Challenger.configured(target, configuration);
    }
    return candidate == null
        ? Challenger.champion(target)
        : Challenger.candidate(target, candidate);
  }

  /**
   * What repeats the choice on a command line.
   *
   * @param results the folder that has the candidate's run
   */
  public String words(Path results) {
    return (candidate == null ? "" : " --candidate " + Side.word(candidate, results))
        + (configuration == null ? "" : " --configuration " + Printable.word(configuration));
  }
}
