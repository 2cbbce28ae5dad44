package dev.evokernel.kernel.read.argument;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Range of a parameter's values: {@code 32..1024 step 32}, {@code 1..64 times 2}, or {@code 0..7}.
 * The end is included if the steps meet it.
 */
final class ValueRange {

  private static final Pattern RANGE =
      Pattern.compile("(-?\\d{1,18})\\.\\.(-?\\d{1,18})(?:\\s+(step|times)\\s+(-?\\d{1,18}))?");

  private static final int MOST = 100_000;

  private ValueRange() {}

  static Optional<List<Value>> read(YamlDocument document, String name, YamlNode.Scalar node) {
    Matcher range = RANGE.matcher(node.text().strip());
    if (!range.matches()) {
      document.problem(
          node,
          "invalid range '" + node.text() + "' for " + name,
          "For example: 32..1024 step 32  or  1..64 times 2  or  [16, 32, 64]");
      return Optional.empty();
    }
    long first = Long.parseLong(range.group(1));
    long last = Long.parseLong(range.group(2));
    boolean times = "times".equals(range.group(3));
    long by = range.group(4) == null ? 1 : Long.parseLong(range.group(4));
    if (first > last || by < (times ? 2 : 1) || (times && first < 1)) {
      document.problem(
          node,
          "the range '" + node.text() + "' of " + name + " has no end",
          times
              ? "Begin at 1 or more, below the end, and multiply by 2 or more."
              : "Begin below the end, and use a step of 1 or more.");
      return Optional.empty();
    }
    var values = new ArrayList<Value>();
    for (long value = first; value <= last && values.size() <= MOST; ) {
      values.add(Value.of(value));
      value = times ? Math.multiplyExact(value, by) : Math.addExact(value, by);
    }
    if (values.size() > MOST) {
      document.problem(
          node,
          "the range '%s' of %s has more than %,d values".formatted(node.text(), name, MOST),
          "Use larger steps.");
      return Optional.empty();
    }
    return Optional.of(values);
  }
}
