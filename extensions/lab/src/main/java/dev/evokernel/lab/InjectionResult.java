package dev.evokernel.lab;

import dev.evokernel.backend.file.EnvironmentException;
import java.nio.file.Path;
import java.time.Duration;

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

  /** Formats a message of the store in one line. */
  static String line(String message) {
    return message.strip().replaceAll("\\s+", " ");
  }
}
