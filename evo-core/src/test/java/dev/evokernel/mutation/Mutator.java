package dev.evokernel.mutation;

import module java.base;

/** Spoils a text file in one to four places, as typing, tools, transfers and attackers do. */
final class Mutator {

  private static final Pattern SCALAR = Pattern.compile("[\\w.%+-]+");
  private static final int MOST_CHANGES = 4;

  /** Values that a reader may not expect, in YAML and JSON alike. */
  private static final List<String> VALUES =
      List.of(
              "2.0 1e3 -0.0 0 -1 1e400 NaN -Infinity .nan .inf 0x10 9223372036854775808 -9223372036854775808"
                  .split(" ", -1),
              "9999999TiB 200000d 999999d 0s 0.00000001% 99% true null ~ yes 1_000 2147483648"
                  .split(" ", -1),
              new String[] {
                "\"\\u0000\"",
                "\"\\u001b[31mred\"",
                "\"\\ud800\"",
                "\"\"",
                "[]",
                "{}",
                "[[1], 2]",
                "{a: 1}",
                "{\"time\": 1}",
                "../../../../etc/passwd",
                "/",
                ".",
                "a b",
                "größe.c",
                "\uD83D\uDE00",
                "*alias",
                "&anchor 1",
                "!!int 'x'",
                "\"1 // 0 == 0\"",
                "\"1 / 0.0 > 0\"",
                "\"9223372036854775807 * 2 > 0\"",
                "\"2 ** 62 ** 2 > 0\"",
                "\"device.nothing > 0\"",
                "\"" + "(".repeat(3000) + "1" + ")".repeat(3000) + "\"",
                "\"" + "not ".repeat(3000) + "true\"",
                "\"1" + " + 1".repeat(3000) + "\"",
                "[".repeat(3000) + "]".repeat(3000),
                "x".repeat(20_000),
                "'" + "é".repeat(20_000) + "'"
              })
          .stream()
          .flatMap(java.util.Arrays::stream)
          .toList();

  private static final String CHARACTERS = "\"'{}[]:,#&*!|>%@`-?()=<~.\t\\\u0007é0 ";

  private final RandomGenerator random;

  Mutator(RandomGenerator random) {
    this.random = random;
  }

  String mutated(String text) {
    String changed = text;
    for (int change = random.nextInt(MOST_CHANGES); change >= 0; change--) {
      changed = once(changed);
    }
    return changed;
  }

  private String once(String text) {
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> otherValue(text);
      case 3 -> without(text, random.nextInt(1, 60));
      case 4 ->
          inserted(text, String.valueOf(CHARACTERS.charAt(random.nextInt(CHARACTERS.length()))));
      case 5 -> inserted(text, piece(text));
      case 6 -> lines(text);
      case 7 -> grown(text);
      default -> random.nextInt(4) == 0 ? text.substring(0, at(text)) : otherValue(text);
    };
  }

  private int at(String text) {
    return random.nextInt(text.length() + 1);
  }

  private String otherValue(String text) {
    List<MatchResult> scalars = SCALAR.matcher(text).results().toList();
    if (scalars.isEmpty()) {
      return text;
    }
    MatchResult one = scalars.get(random.nextInt(scalars.size()));
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return text.substring(0, one.start()) + value + text.substring(one.end());
  }

  private String without(String text, int length) {
    int from = at(text);
    return text.substring(0, from) + text.substring(Math.min(text.length(), from + length));
  }

  private String inserted(String text, String piece) {
    int at = at(text);
    return text.substring(0, at) + piece + text.substring(at);
  }

  private String piece(String text) {
    int from = at(text);
    return text.substring(from, Math.min(text.length(), from + random.nextInt(1, 200)));
  }

  /** A line doubled, dropped or exchanged for another. */
  private String lines(String text) {
    var lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      return text;
    }
    int one = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    switch (random.nextInt(3)) {
      case 0 -> lines.add(other, lines.get(one));
      case 1 -> lines.remove(one);
      default -> lines.set(one, lines.set(other, lines.get(one)));
    }
    return String.join("\n", lines) + "\n";
  }

  /** One place that is repeated very often, with and without a comma. */
  private String grown(String text) {
    int times = random.nextInt(4) == 0 ? 20_000 : random.nextInt(2, 300);
    if (random.nextBoolean()) {
      int open = Math.max(text.lastIndexOf('[', at(text)), text.lastIndexOf('{', at(text)));
      String element = text.charAt(Math.max(0, open)) == '[' ? "%d, " : "k%d: 1, ";
      var elements = new StringBuilder();
      for (int i = 0; i < times; i++) {
        elements.append(element.formatted(random.nextBoolean() ? i : 1));
      }
      return text.substring(0, open + 1) + elements + text.substring(open + 1);
    }
    String piece = piece(text);
    return inserted(text, piece.substring(0, Math.min(30, piece.length())).repeat(times));
  }
}
