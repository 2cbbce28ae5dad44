package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * One error in an input file.
 *
 * @param line counted from 1; 0 when it concerns the file as a whole
 * @param column counted from 1
 * @param width the number of characters to underline
 * @param message what is wrong; starts in lower case unless a name starts it, ends without a stop
 * @param advice a way out, in sentences; empty when there is none to give
 * @param source the text of the line; empty when it concerns the file as a whole
 */
public record FileProblem(
    Path file, int line, int column, int width, String message, String advice, String source) {

  /** The characters of a value in quotes, of a sentence and of a line that are shown. */
  private static final int LONGEST_VALUE = 120;

  private static final int LONGEST_SENTENCE = 400;
  private static final int LONGEST_LINE = 120;

  /** A quote behind a letter ends a value, or is an apostrophe. */
  private static final Pattern LONG_VALUE =
      Pattern.compile("(?<!\\w)'([^'\n]{%d})[^'\n]+'".formatted(LONGEST_VALUE));

  /** Which a terminal may take for a command. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");

  /** For a file that cannot be read at all. */
  public static FileProblem ofFile(Path file, String message, String advice) {
    return new FileProblem(file, 0, 1, 1, message, advice, "");
  }

  /**
   * As a compiler writes it:
   *
   * <pre>
   * kernels/gemm/kernel.yaml:12:7: unknown name 'TILE_Q'
   *   - TILE_Q % 4 == 0
   *     ^^^^^^
   * Maybe 'TILE_M'?
   * </pre>
   *
   * <p>Long values, sentences and lines are cut, and an ellipsis stands for what is left out;
   * question marks stand for control characters.
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

  /** The line, or the part of a long one around the column, and carets below the place. */
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
