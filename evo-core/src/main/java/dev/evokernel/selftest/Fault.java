package dev.evokernel.selftest;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One way in which a candidate goes wrong, and what evo has to make of it.
 *
 * @param name in the table of the self-test
 * @param settings of the fault kernel's parameters
 * @param expected the reason for rejection; empty where the candidate is to be measured all the
 *     same
 * @param words found in the message: the tool's own
 */
record Fault(
    String name,
    Map<String, Object> settings,
    ExternalFault external,
    Optional<Rejection> expected,
    Pattern words) {

  static Fault of(String name, String value, Rejection expected, String words) {
    return of(name, value, ExternalFault.NONE, expected, words);
  }

  static Fault of(
      String name, String value, ExternalFault external, Rejection expected, String words) {
    return with(name, "FAULT", value, external, expected, words);
  }

  static Fault with(
      String name,
      String parameter,
      Object value,
      ExternalFault external,
      Rejection expected,
      String words) {
    return new Fault(
        name,
        Map.of(parameter, value),
        external,
        Optional.of(expected),
        Pattern.compile(words, Pattern.CASE_INSENSITIVE));
  }

  static Fault harmless(String name, String value, ExternalFault external) {
    return new Fault(name, Map.of("FAULT", value), external, Optional.empty(), Pattern.compile(""));
  }

  /** The configuration that provokes it. */
  Configuration applied(Configuration healthy) {
    Configuration faulty = healthy;
    for (Map.Entry<String, Object> setting : settings.entrySet()) {
      faulty = faulty.with(setting.getKey(), Value.ofPlain(setting.getValue()));
    }
    return faulty;
  }

  /** For example {@code wrong-result}. */
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
}
