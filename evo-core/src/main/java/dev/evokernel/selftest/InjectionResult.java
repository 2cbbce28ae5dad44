package dev.evokernel.selftest;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The outcome of one injected fault.
 *
 * @param fault its name
 * @param expected label of the outcome that is right
 * @param recorded label of what stands in the store; empty when nothing does
 * @param message of the rejection, or of the run that stopped
 * @param right whether both are as they should be
 * @param unaffected whether the next candidate was measured as usual
 * @param untried whether the configuration was not launched again when it was proposed again
 * @param lost the run's wall time beyond that of a healthy candidate
 * @param complaint what else was not as it should be; empty when nothing
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

  /** The same with paths as seen from a folder. */
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

  /** Of a fault that broke the run down. */
  static InjectionResult brokenDown(
      String fault, String expected, Duration lost, String complaint) {
    return new InjectionResult(fault, expected, "", "", false, false, false, lost, complaint);
  }
}
