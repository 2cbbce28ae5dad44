package dev.evokernel.run.finals;

import module java.base;

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

/**
 * The sanitizer check of the prospective champion, and of every member of a portfolio, if the job
 * asks for it and there is time.
 */
public final class ChampionSanitizer {

  /**
   * The divisor of the wall time that gives the limit of all sanitizer runs together. One run is
   * always permitted.
   */
  private static final int SHARE = 10;

  /** A timeout this close to the end of the run counts as caused by the end. */
  private static final Duration OVER = Duration.ofSeconds(1);

  private final RunSpec spec;
  private final Optional<SanitizerStep> sanitizer;
  private final Consumer<String> log;
  private final List<String> unchecked = new ArrayList<>();

  /**
   * @param log receives a line for each candidate, checked or not
   */
  public ChampionSanitizer(RunSpec spec, RunWorkers workers, Consumer<String> log) {
    this.spec = spec;
    this.sanitizer =
        workers
            .sanitizer()
            .filter(_ -> spec.evaluation().verification().sanitizer() == Sanitizing.CHAMPION);
    this.log = log;
  }

  /** Returns the estimated time; zero if no candidate is checked. */
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
   * Returns the findings for a candidate. Empty also if the sanitizer does not work, which does not
   * exclude the champion.
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
      return unchecked(number, "out of time");
    }
    log.accept("checking candidate " + number + " with sanitizers");
    try {
      Optional<Rejected> refusal =
          sanitizer.get().examine(champion.candidate().configuration(), champion.binary(), rest);
      if (refusal.filter(why -> why.reason() == Rejection.TIMEOUT).isPresent()
          && left.get().compareTo(OVER) < 0) {
        return unchecked(number, "not finished in time");
      }
      return refusal;
    } catch (EnvironmentException e) {
      return unchecked(number, e.message());
    }
  }

  /** A sentence for each candidate that no sanitizer checked. */
  public List<String> unchecked() {
    return List.copyOf(unchecked);
  }

  private Optional<Rejected> unchecked(int number, String why) {
    String said =
        "Candidate %d was not checked with sanitizers (%s). Run: %s"
            .formatted(
                number,
                why,
                Launcher.command(
                    "sanitize %s/%d%s"
                        .formatted(
                            Printable.word(spec.id()),
                            number,
                            Launcher.results(spec.origin().results()))));
    unchecked.add(said);
    log.accept("note: " + said);
    return Optional.empty();
  }
}
