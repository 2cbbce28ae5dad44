package dev.evokernel.selftest;

import java.time.Duration;
import java.util.List;

/**
 * One line of the table: a fault and the outcomes of all its injections.
 *
 * @param expected label of the outcome that is right
 * @param recorded how often that outcome stands in the store, with the tool's own words
 * @param unaffected how often the next candidate was measured as usual
 * @param untried how often the configuration was not launched again
 * @param lost the run's wall time beyond that of a healthy candidate, the median
 * @param message of the last rejection
 * @param complaint the first thing that was not as it should be; empty when all was
 */
public record FaultLine(
    String fault,
    String expected,
    int provoked,
    int recorded,
    int unaffected,
    int untried,
    Duration lost,
    String message,
    String complaint) {

  static FaultLine of(List<InjectionResult> results) {
    InjectionResult last = results.getLast();
    return new FaultLine(
        last.fault(),
        last.expected(),
        results.size(),
        count(results, InjectionResult::right),
        count(results, InjectionResult::unaffected),
        count(results, InjectionResult::untried),
        results.stream().map(InjectionResult::lost).sorted().toList().get(results.size() / 2),
        last.message(),
        results.stream()
            .map(FaultLine::complaint)
            .filter(c -> !c.isEmpty())
            .findFirst()
            .orElse(""));
  }

  /** Whether every injection had the expected outcome. */
  public boolean isRight() {
    return complaint.isEmpty()
        && recorded == provoked
        && unaffected == provoked
        && untried == provoked;
  }

  private static String complaint(InjectionResult result) {
    if (!result.complaint().isEmpty()) {
      return result.complaint();
    }
    if (!result.right()) {
      return "Expected %s, and recorded is %s: %s"
          .formatted(result.expected(), result.recorded(), result.message());
    }
    return !result.unaffected()
        ? "The candidate after it was not measured."
        : result.untried() ? "" : "The configuration was launched again.";
  }

  private static int count(
      List<InjectionResult> results, java.util.function.Predicate<InjectionResult> what) {
    return (int) results.stream().filter(what).count();
  }
}
