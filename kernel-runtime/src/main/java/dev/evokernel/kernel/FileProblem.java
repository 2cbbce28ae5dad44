package dev.evokernel.kernel;

import java.nio.file.Path;

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
   */
  @Override
  public String toString() {
    var text = new StringBuilder().append(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    text.append(": ").append(message);
    if (!source.isBlank()) {
      int end = Math.max(column, Math.min(column - 1 + width, source.length()));
      // Tabs stay tabs, so that the caret stands below its character.
      String margin = source.substring(0, Math.min(column - 1, source.length()));
      text.append("\n  ")
          .append(source.stripTrailing())
          .append("\n  ")
          .append(margin.replaceAll("[^\t]", " "))
          .append("^".repeat(end - column + 1));
    }
    if (!advice.isEmpty()) {
      text.append("\n  ").append(advice);
    }
    return text.toString();
  }
}
