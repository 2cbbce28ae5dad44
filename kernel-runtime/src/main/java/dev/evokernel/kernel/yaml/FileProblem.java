package dev.evokernel.kernel.yaml;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Error in an input file.
 *
 * @param line line, counted from 1; 0 for the file as a whole
 * @param width number of characters to underline, from the column, which is counted from 1
 * @param message error, in lower case unless a name starts it, without a full stop
 * @param advice way out, in sentences; may be empty
 * @param source text of the line; empty for the file as a whole
 */
public record FileProblem(
    Path file, int line, int column, int width, String message, String advice, String source) {

  private static final int LONGEST_VALUE = 120;
  private static final int LONGEST_SENTENCE = 400;
  private static final int LONGEST_LINE = 120;

  /** Long value in quotes; a quote after a letter is an apostrophe or ends a value. */
  private static final Pattern LONG_VALUE =
      Pattern.compile("(?<!\\w)'([^'\n]{%d})[^'\n]+'".formatted(LONGEST_VALUE));

  /** Control characters, which a terminal may execute. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");

  public static FileProblem ofFile(Path file, String message, String advice) {
    return new FileProblem(file, 0, 1, 1, message, advice, "");
  }

  /**
   * Formats the problem like a compiler:
   *
   * <pre>
   * kernels/gemm/kernel.yaml:12:7: unknown name 'TILE_Q'
   *   - TILE_Q % 4 == 0
   *     ^^^^^^
   * Maybe 'TILE_M'?
   * </pre>
   *
   * <p>Long values, sentences and lines are cut and end in an ellipsis. Question marks replace
   * control characters.
   */
  @Override
  public String toString() {
    var text = new StringBuilder().append(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    text.append(": ").append(cut(message));
    if (!source.isBlank()) {
      underlined(text);
    }
    if (!advice.isEmpty()) {
      text.append("\n  ").append(cut(advice));
    }
    return text.toString();
  }

  /** Appends the line, cut around the column if long, and carets below the place. */
  private void underlined(StringBuilder text) {
    boolean whole = source.length() <= LONGEST_LINE || column <= LONGEST_LINE / 2;
    int left = whole ? 0 : Math.min(column - 1, source.length()) - LONGEST_LINE / 4;
    String part = source.substring(left);
    int at = column - left;
    int end = Math.max(at, Math.min(at - 1 + width, Math.min(part.length(), LONGEST_LINE)));
    // Tabs stay tabs, so that the caret stands below its character.
    String margin = part.substring(0, Math.min(at - 1, part.length()));
    text.append("\n  ")
        .append(cut(part.stripTrailing(), LONGEST_LINE))
        .append("\n  ")
        .append(margin.replaceAll("[^\t]", " "))
        .append("^".repeat(end - at + 1));
  }

  private static String cut(String sentence) {
    return cut(LONG_VALUE.matcher(sentence).replaceAll("'$1…'"), LONGEST_SENTENCE);
  }

  private static String cut(String text, int longest) {
    String shown = text.length() <= longest ? text : text.substring(0, longest) + "…";
    return CONTROL.matcher(shown).replaceAll("?");
  }
}
