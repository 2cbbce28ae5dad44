package dev.evokernel.selftest;

import java.time.Duration;
import java.util.List;

/**
 * One line of the table: a fault and what came of it, however often it was provoked.
 *
 * @param expected label of the outcome that is right
 * @param recorded how often that outcome stands in the store, with the tool's own words
 * @param unaffected how often the candidate after it was measured as if nothing had been
 * @param untried how often the configuration was not launched again
 * @param lost time that the run would have had for others, the median
 * @param message the last one
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

  static FaultLine of(List<InjectionResult> provocations) {
    InjectionResult last = provocations.getLast();
    return new FaultLine(
        last.fault(),
        last.expected(),
        provocations.size(),
        count(provocations, InjectionResult::right),
        count(provocations, InjectionResult::unaffected),
        count(provocations, InjectionResult::untried),
        provocations.stream()
            .map(InjectionResult::lost)
            .sorted()
            .toList()
            .get(provocations.size() / 2),
        last.message(),
        provocations.stream()
            .map(FaultLine::complaint)
            .filter(c -> !c.isEmpty())
            .findFirst()
            .orElse(""));
  }

  /** Whether evo did everything that it should, every time. */
  public boolean isRight() {
    return complaint.isEmpty()
        && recorded == provoked
        && unaffected == provoked
        && untried == provoked;
  }

  private static String complaint(InjectionResult provocation) {
    if (!provocation.complaint().isEmpty()) {
      return provocation.complaint();
    }
    if (!provocation.right()) {
      return "Expected %s, and recorded is %s: %s"
          .formatted(provocation.expected(), provocation.recorded(), provocation.message());
    }
    return !provocation.unaffected()
        ? "The candidate after it was not measured."
        : provocation.untried() ? "" : "It was tried again.";
  }

  private static int count(
      List<InjectionResult> provocations, java.util.function.Predicate<InjectionResult> what) {
    return (int) provocations.stream().filter(what).count();
  }
}
