package dev.evokernel.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the characters of a scalar's content in the line where it starts. The YAML library marks
 * where a scalar starts and ends; between the two an escape moves what follows it, so that a
 * mistake inside an expression in quotes would be shown beside where it is.
 */
final class ScalarColumns {

  private ScalarColumns() {}

  /**
   * The column of each character, for a plain or quoted scalar that stands in one line and whose
   * only escapes are a doubled single quote, {@code \"} and {@code \\}; empty for any other.
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
