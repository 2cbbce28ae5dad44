package dev.evokernel.lab;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;

/**
 * Fault of a candidate, with the expected outcome.
 *
 * @param parameter of the fault kernel that causes the fault, with its value
 * @param expected reason for the rejection; empty if the candidate must be measured
 * @param words pattern that the message must contain
 */
record Fault(
    String name,
    Map.Entry<String, Value> parameter,
    External external,
    Optional<Rejection> expected,
    Pattern words) {

  private static final Pattern BETWEEN_FIELDS = Pattern.compile(" \\| ?");
  private static final String NOTHING = "-";

  static List<Fault> all(String backend) {
    return ShippedText.of(Fault.class, "faults.txt")
        .lines()
        .filter(line -> line.startsWith("all | ") || line.startsWith(backend + " | "))
        .map(Fault::parse)
        .toList();
  }

  static Fault parse(String line) {
    String[] fields = BETWEEN_FIELDS.split(line, 6);
    String[] parameter = fields[2].split("=", 2);
    return new Fault(
        fields[1],
        Map.entry(parameter[0], value(parameter[1])),
        fields[3].equals(NOTHING)
            ? External.NONE
            : External.valueOf(fields[3].toUpperCase(Locale.ROOT).replace('-', '_')),
        Optional.of(fields[4]).filter(label -> !label.equals(NOTHING)).map(Rejection::ofLabel),
        Pattern.compile(fields[5], Pattern.CASE_INSENSITIVE));
  }

  private static Value value(String text) {
    return text.equals("true")
        ? Value.of(true)
        : text.matches("\\d+") ? Value.of(Long.parseLong(text)) : Value.of(text);
  }

  Configuration applied(Configuration healthy) {
    return healthy.with(parameter.getKey(), parameter.getValue());
  }

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
