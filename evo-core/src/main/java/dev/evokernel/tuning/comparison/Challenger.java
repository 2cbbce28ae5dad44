package dev.evokernel.tuning.comparison;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.Target;
import java.util.function.Function;

/**
 * Configuration of the current source that the regression gate judges.
 *
 * @param name the name in reports
 * @param configuration chooses the configuration for the leaderboard entry compared with
 */
public record Challenger(String name, Function<LeaderboardEntry, Configuration> configuration) {

  /** Challenges each entry with the entry's own configuration. */
  public static Challenger champion(Target target) {
    return new Challenger(
        "the champion's configuration",
        entry ->
            NamedConfiguration.carriedOver(
                target.kernel(), entry.configuration(), target.shapes(), entry.reference()));
  }

  /**
   * Challenges every entry with the configuration of a recorded candidate.
   *
   * @param reference {@code RUN/NUMBER}
   * @throws BadInputException if the kernel has no such configuration
   */
  public static Challenger candidate(Target target, String reference) {
    try (ResultStore store = RegressionGate.store(target.results())) {
      Candidate found = store.candidate(reference);
      Configuration named =
          NamedConfiguration.carriedOver(
              target.kernel(), found.configuration(), target.shapes(), found.reference());
      return new Challenger("candidate " + reference + ", " + named, _ -> named);
    }
  }

  /**
   * Challenges every entry with the configuration {@code KEY=VALUE,…}.
   *
   * @throws BadInputException if the kernel has no such configuration
   */
  public static Challenger configured(Target target, String text) {
    Configuration parsed = NamedConfiguration.parsed(target.kernel(), text, target.shapes());
    return new Challenger(parsed.toString(), _ -> parsed);
  }
}
