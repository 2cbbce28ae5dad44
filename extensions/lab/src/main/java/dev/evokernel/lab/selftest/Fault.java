package dev.evokernel.lab.selftest;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;

/**
 * Fault of a candidate, with the expected outcome.
 *
 * @param name in the table of the self-test
 * @param settings values of the fault kernel's parameters
 * @param expected reason for the rejection; empty if the candidate must be measured
 * @param words pattern that the message must contain
 */
record Fault(
    String name,
    Map<String, Object> settings,
    External external,
    Optional<Rejection> expected,
    Pattern words) {

  static Fault of(String name, String value, Rejection expected, String words) {
    return with(name, "FAULT", value, expected, words);
  }

  static Fault with(String name, String parameter, Object value, Rejection expected, String words) {
    return new Fault(
        name,
        Map.of(parameter, value),
        External.NONE,
        Optional.of(expected),
        Pattern.compile(words, Pattern.CASE_INSENSITIVE));
  }

  /** Adds a fault from outside. */
  Fault and(External other) {
    return new Fault(name, settings, other, expected, words);
  }

  static Fault harmless(String name, String value, External external) {
    return new Fault(name, Map.of("FAULT", value), external, Optional.empty(), Pattern.compile(""));
  }

  Configuration applied(Configuration healthy) {
    Configuration faulty = healthy;
    for (Map.Entry<String, Object> setting : settings.entrySet()) {
      faulty = faulty.with(setting.getKey(), Value.ofPlain(setting.getValue()));
    }
    return faulty;
  }

  /** Label of the expected outcome, for example {@code wrong-result}. */
  String expectedLabel() {
    return expected.map(Rejection::label).orElse("measured");
  }

  boolean isExpected(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured _ -> expected.isEmpty();
      case Outcome.Rejected(Rejection reason, String _, String message) ->
          expected.filter(reason::equals).isPresent() && words.matcher(message).find();
    };
  }

  /** Fault injected from outside while a candidate is evaluated. */
  enum External {
    NONE,
    /** SIGKILL to the device worker while the candidate runs in it. */
    KILL_WORKER,
    /** SIGSTOP to the device worker while the candidate runs in it. */
    STOP_WORKER,
    /** SIGKILL to every compiler, repeatedly. */
    KILL_COMPILER,
    /** A second connection holds a write transaction on the store for 1 s. */
    LOCK_STORE
  }
}
