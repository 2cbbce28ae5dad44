package dev.evokernel.tuning;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the current source that the regression gate judges.
 *
 * @param configuration chooses the configuration for the leaderboard entry compared with
 */
public record Challenger(String name, Function<LeaderboardEntry, Configuration> configuration) {

  /**
   * Challenges every entry with one configuration, or each entry with its own.
   *
   * @param candidate {@code RUN/NUMBER} of a recorded candidate with the configuration, or null
   * @param configuration the configuration as {@code KEY=VALUE,…}, or null
   * @throws BadInputException if both are given, or the kernel lacks the configuration
   */
  public static Challenger of(
      Target target, @Nullable String candidate, @Nullable String configuration) {
    Kernel kernel = target.kernel();
    if (candidate != null && configuration != null) {
      throw new BadInputException(
          "--candidate and --configuration exclude each other. Remove one.");
    }
    if (configuration != null) {
      Configuration parsed = NamedConfiguration.parsed(kernel, configuration, target.shapes());
      return new Challenger(parsed.toString(), _ -> parsed);
    }
    if (candidate == null) {
      return new Challenger(
          "the champion's configuration",
          entry ->
              NamedConfiguration.carriedOver(
                  kernel, entry.configuration(), target.shapes(), entry.reference()));
    }
    try (ResultStore store = RegressionGate.store(target.results())) {
      Candidate found = store.candidate(candidate);
      Configuration named =
          NamedConfiguration.carriedOver(
              kernel, found.configuration(), target.shapes(), found.reference());
      return new Challenger("candidate " + candidate + ", " + named, _ -> named);
    }
  }
}
