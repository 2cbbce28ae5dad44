package dev.evokernel.lab;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Table row for a fault with the outcomes of all its injections.
 *
 * @param recorded injections with the expected outcome and message in the store
 * @param unaffected injections after which the next candidate was measured
 * @param untried injections whose configuration was not launched again
 * @param lost median of the additional wall time compared with a healthy candidate
 * @param message message of the last rejection
 * @param complaint the first deviation; empty without one
 */
@JsonPropertyOrder({"fault", "right"})
public record FaultLine(
    String fault,
    String expected,
    int provoked,
    int recorded,
    @JsonProperty("next_unaffected") int unaffected,
    @JsonProperty("not_tried_again") int untried,
    @JsonProperty("lost_seconds") Duration lost,
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
            .filter(complaint -> !complaint.isEmpty())
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
      return "Expected %s, recorded %s: %s"
          .formatted(result.expected(), result.recorded(), result.message());
    }
    return !result.unaffected()
        ? "The next candidate was not measured."
        : result.untried() ? "" : "The configuration was launched again.";
  }

  private static int count(List<InjectionResult> results, Predicate<InjectionResult> condition) {
    return (int) results.stream().filter(condition).count();
  }
}
