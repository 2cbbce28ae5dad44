package dev.evokernel.lab;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.evokernel.backend.file.EnvironmentException;
import java.nio.file.Path;
import java.time.Duration;

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
record FaultLine(
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

  /**
   * Outcome of one injected fault.
   *
   * @param recorded label of the outcome in the store; empty if there is none
   * @param message message of the rejection, or of the run that stopped
   * @param right whether the recorded outcome and the message are as expected
   * @param unaffected whether the next candidate was measured
   * @param untried whether a second proposal of the configuration was not launched
   * @param lost additional wall time compared with a healthy candidate
   * @param complaint any other deviation; empty without one
   */
  record InjectionResult(
      String fault,
      String expected,
      String recorded,
      String message,
      boolean right,
      boolean unaffected,
      boolean untried,
      Duration lost,
      String complaint) {

    /** Makes paths in the texts relative to a folder. */
    InjectionResult seenFrom(Path folder) {
      String there = folder + "/";
      return new InjectionResult(
          fault,
          expected,
          recorded,
          message.replace(there, ""),
          right,
          unaffected,
          untried,
          lost,
          complaint.replace(there, ""));
    }

    static InjectionResult brokenDown(
        String fault, String expected, Duration lost, EnvironmentException e) {
      String complaint = "The run broke down: " + line(e.message());
      return new InjectionResult(fault, expected, "", "", false, false, false, lost, complaint);
    }

    static String line(String message) {
      return message.strip().replaceAll("\\s+", " ");
    }
  }
}
