package dev.evokernel.kernel.yaml;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the columns of a scalar's characters. The YAML library marks only the start and the end of
 * a scalar; escapes between them shift the characters that follow.
 */
final class ScalarColumns {

  private ScalarColumns() {}

  /**
   * Returns the column of each character. Returns an empty list for a scalar on several lines or
   * with escapes other than a doubled single quote, {@code \"} and {@code \\}.
   */
  static List<Integer> of(String line, int column, String content) {
    char quote = column <= line.length() ? line.charAt(column - 1) : ' ';
    boolean quoted = quote == '"' || quote == '\'';
    int at = quoted ? column : column - 1;
    var columns = new ArrayList<Integer>();
    for (int i = 0; i < content.length(); i++, at++) {
      char wanted = content.charAt(i);
      boolean escaped =
          quoted
              && (wanted == quote || (quote == '"' && wanted == '\\'))
              && line.startsWith((quote == '"' ? "\\" : "'") + wanted, at);
      if (escaped) {
        at++;
      }
      if (at >= line.length() || line.charAt(at) != wanted) {
        return List.of();
      }
      columns.add(at + 1);
    }
    return columns;
  }
}
