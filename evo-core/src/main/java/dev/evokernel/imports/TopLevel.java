package dev.evokernel.imports;

import java.util.ArrayList;
import java.util.List;

/** Parts of a formula that brackets hold together. */
final class TopLevel {

  private TopLevel() {}

  /** The parts between the separators that stand within no brackets. */
  static List<String> split(String text, char separator) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      depth += "([{".indexOf(one) >= 0 ? 1 : ")]}".indexOf(one) >= 0 ? -1 : 0;
      if (depth == 0 && one == separator) {
        parts.add(text.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  /** Where the bracket closes that opens at a position; the text's length where none does. */
  static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return text.length();
  }
}
