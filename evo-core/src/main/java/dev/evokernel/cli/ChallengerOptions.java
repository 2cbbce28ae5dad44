package dev.evokernel.cli;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which configuration of the present source is held against the leaderboard. */
final class ChallengerOptions {

  @Option(
      names = "--candidate",
      paramLabel = "RUN/NUMBER",
      description =
          "That candidate's configuration in the source as it is now (default: the champion's).")
  private @Nullable String candidate;

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…",
      description = "This configuration; what is not mentioned is as in the kernel's default.")
  private @Nullable String configuration;

  /**
   * @throws BadInputException if the kernel has no such configuration
   */
  Challenger of(Target target) {
    if (candidate != null && configuration != null) {
      throw new BadInputException(
          "--candidate and --configuration both choose a configuration. Leave one out.");
    }
    if (configuration != null) {
      Configuration parsed =
          KernelConfiguration.parsed(target.kernel(), configuration, target.shapes());
      return new Challenger(parsed.toString(), _ -> parsed);
    }
    if (candidate != null) {
      Configuration named = recorded(target, candidate);
      return new Challenger("candidate " + candidate + ", " + named, _ -> named);
    }
    return new Challenger(
        "the champion's configuration",
        entry ->
            KernelConfiguration.carriedOver(
                target.kernel(),
                entry.configuration(),
                target.shapes(),
                entry.run() + "/" + entry.candidate()));
  }

  private static Configuration recorded(Target target, String reference) {
    try (ResultStore store = RegressionGate.store(target.results())) {
      Candidate found = store.candidate(reference);
      return KernelConfiguration.carriedOver(
          target.kernel(), found.configuration(), target.shapes(), found.reference());
    }
  }

  /** What repeats the choice on a command line. */
  String words() {
    return (candidate == null ? "" : " --candidate " + candidate)
        + (configuration == null ? "" : " --configuration " + configuration);
  }
}
