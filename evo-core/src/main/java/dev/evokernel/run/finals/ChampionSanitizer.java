package dev.evokernel.run.finals;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings.Sanitizing;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs what would become the champion, and every member of a portfolio, under the sanitizer, where
 * the job asks for that and the time suffices.
 */
public final class ChampionSanitizer {

  /**
   * The part of the wall time that all sanitizer runs together may take; one run is always allowed.
   */
  private static final int SHARE = 10;

  /** What ends within so much of the end of the time was ended by it. */
  private static final Duration OVER = Duration.ofSeconds(1);

  private final RunSpec spec;
  private final Optional<SanitizerStep> sanitizer;
  private final Consumer<String> log;

  /**
   * @param log takes a line for each that was run or was not
   */
  public ChampionSanitizer(RunSpec spec, RunWorkers workers, Consumer<String> log) {
    this.spec = spec;
    this.sanitizer =
        workers
            .sanitizer()
            .filter(_ -> spec.evaluation().verification().sanitizer() == Sanitizing.CHAMPION);
    this.log = log;
  }

  /** What it will take, by estimate; zero where none is run. */
  public Duration usual() {
    if (sanitizer.isEmpty()) {
      return Duration.ZERO;
    }
    Duration one = sanitizer.get().usual();
    Duration all =
        one.multipliedBy(spec.search().portfolio().map(PortfolioSettings::atMost).orElse(1));
    Duration most = spec.budget().wall().dividedBy(SHARE);
    if (most.compareTo(one) < 0) {
      return one;
    }
    return all.compareTo(most) < 0 ? all : most;
  }

  /**
   * Why it is excluded; empty also where the sanitizer does not work, which costs the champion
   * nothing.
   *
   * @param left of the wall time
   */
  public Optional<Rejected> check(BuiltFinalist champion, Supplier<Duration> left)
      throws InterruptedException {
    if (sanitizer.isEmpty()) {
      return Optional.empty();
    }
    int number = champion.candidate().number();
    Duration rest = left.get();
    if (rest.compareTo(sanitizer.get().usual()) < 0) {
      log.accept(unsanitized(number, "the time was too short for it"));
      return Optional.empty();
    }
    log.accept("running candidate " + number + " under a sanitizer");
    try {
      Optional<Rejected> refusal =
          sanitizer.get().examine(champion.candidate().configuration(), champion.binary(), rest);
      if (refusal.filter(why -> why.reason() == Rejection.TIMEOUT).isPresent()
          && left.get().compareTo(OVER) < 0) {
        log.accept(unsanitized(number, "it was not finished when the time was over"));
        return Optional.empty();
      }
      return refusal;
    } catch (EnvironmentException e) {
      log.accept(
          "note: candidate %d was not run under a sanitizer: %s".formatted(number, e.getMessage()));
      return Optional.empty();
    }
  }

  private String unsanitized(int number, String why) {
    return "note: candidate %d was not run under a sanitizer: %s; do so with %s"
        .formatted(
            number,
            why,
            Launcher.command(
                "sanitize %s/%d%s"
                    .formatted(
                        Printable.word(spec.id()),
                        number,
                        Launcher.results(spec.origin().results()))));
  }
}
