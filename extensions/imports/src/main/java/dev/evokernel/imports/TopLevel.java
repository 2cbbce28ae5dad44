package dev.evokernel.imports;

import java.util.ArrayList;
import java.util.List;

/** Splits expressions outside brackets. */
final class TopLevel {

  private TopLevel() {}

  /** Splits at separators that are outside all brackets. */
  static List<String> split(String text, char separator) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      depth += "([{".indexOf(letter) >= 0 ? 1 : ")]}".indexOf(letter) >= 0 ? -1 : 0;
      if (depth == 0 && letter == separator) {
        parts.add(text.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  /** Position of the bracket that closes the one at {@code open}; the text's length if none. */
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
