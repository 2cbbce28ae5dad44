package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.finals.FinalistSelection.Examination;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings.Sanitizing;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.workers.SanitizerRun;
import dev.evokernel.workers.SanitizerStep;

/**
 * The sanitizer check of the prospective champion, and of every member of a portfolio, if the job
 * asks for it and there is time; or of each finalist. A sanitizer that cannot run says nothing of a
 * candidate, which stays and counts as not checked.
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
  private final Optional<SanitizerStep> installed;
  private final Optional<SanitizerStep> sanitizer;
  private final Consumer<String> log;

  /** Numbers of candidates by the reason. */
  private final Map<String, List<Integer>> unchecked = new LinkedHashMap<>();

  /**
   * @param installed empty if there is none
   * @param log receives a line for each check, and for each reason against checks
   */
  public ChampionSanitizer(RunSpec spec, Optional<SanitizerStep> installed, Consumer<String> log) {
    this.spec = spec;
    this.installed = installed;
    this.sanitizer = installed.filter(_ -> is(Sanitizing.CHAMPION));
    this.log = log;
  }

  private boolean is(Sanitizing wanted) {
    return spec.evaluation().verification().sanitizer() == wanted;
  }

  /** The check of each finalist; empty if the job does not ask for it. */
  public Optional<Examination> ofFinalists() {
    return installed
        .filter(_ -> is(Sanitizing.FINALISTS))
        .map(step -> finalist -> refusal(step, finalist, SanitizerRun.LIMIT));
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
    return Collections.max(List.of(one, Collections.min(List.of(all, most))));
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
    Optional<Rejected> refusal;
    try {
      refusal = refusal(sanitizer.get(), champion, rest);
    } catch (InterruptedException e) {
      if (left.get().isPositive()) {
        throw e;
      }
      return unchecked(number, "not finished in time");
    }
    return refusal.filter(why -> why.reason() == Rejection.TIMEOUT).isPresent()
            && left.get().compareTo(OVER) < 0
        ? unchecked(number, "not finished in time")
        : refusal;
  }

  private Optional<Rejected> refusal(SanitizerStep step, BuiltFinalist one, Duration within)
      throws InterruptedException {
    try {
      return step.examine(one.candidate().configuration(), one.binary(), within);
    } catch (EnvironmentException e) {
      return unchecked(one.candidate().number(), e.message());
    }
  }

  /** A sentence for each reason why candidates were not checked. */
  public List<String> unchecked() {
    return unchecked.entrySet().stream().map(one -> said(one.getKey(), one.getValue())).toList();
  }

  private String said(String why, List<Integer> numbers) {
    return "%s not checked with sanitizers (%s). Run: %s"
        .formatted(
            numbers.size() == 1
                ? "Candidate " + numbers.getFirst() + " was"
                : numbers.stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", "Candidates ", " were")),
            why.replaceFirst("\\.$", ""),
            spec.command("sanitize", "/" + numbers.getFirst()));
  }

  private Optional<Rejected> unchecked(int number, String why) {
    List<Integer> numbers = unchecked.computeIfAbsent(why, _ -> new ArrayList<>());
    numbers.add(number);
    if (numbers.size() == 1) {
      log.accept("note: " + said(why, numbers));
    }
    return Optional.empty();
  }
}
