package dev.evokernel.kernel;

import java.util.ArrayList;
import java.util.List;

/** Lexical functions for C, CUDA and Python sources. */
public final class CText {

  private CText() {}

  /** Removes comments, string contents and line continuations; keeps line ends. */
  public static String plain(String source) {
    String text = source.replaceAll("\\\\\\R", " ");
    var plain = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("//", at)) {
        at = end(text, "\n", at);
      } else if (text.startsWith("/*", at)) {
        int to = end(text, "*/", at + 2);
        plain.append(' ').append("\n".repeat(lines(text, at, to)));
        at = Math.min(text.length(), to + 2);
      } else if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
        int to = closing(text, at);
        plain.append(text.charAt(at) == '"' ? "\"" + word(text, at, to) + "\"" : "0");
        at = to;
      } else {
        plain.append(text.charAt(at++));
      }
    }
    return plain.toString();
  }

  /** Content of a string, if it can be a language or a file name. */
  private static String word(String text, int from, int to) {
    String inside = text.substring(from + 1, Math.max(from + 1, to - 1));
    return inside.matches("[\\w./+-]*") ? inside : "";
  }

  private static int end(String text, String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found;
  }

  private static int lines(String text, int from, int to) {
    return (int) text.substring(from, to).chars().filter(letter -> letter == '\n').count();
  }

  private static int closing(String text, int quote) {
    char mark = text.charAt(quote);
    int at = quote + 1;
    while (at < text.length() && text.charAt(at) != mark && text.charAt(at) != '\n') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), at + 1);
  }

  /** Position after the bracket that closes the one at {@code open}, or -1. */
  public static int behind(String text, int open, char opening, char closing) {
    int depth = 0;
    for (int at = open; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter == opening) {
        depth++;
      } else if (letter == closing && --depth == 0) {
        return at + 1;
      }
    }
    return -1;
  }

  /** Splits at commas outside brackets; strips the parts and drops empty ones. */
  public static List<String> parts(String list) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int at = 0; at < list.length(); at++) {
      char letter = list.charAt(at);
      if ("(<[{".indexOf(letter) >= 0) {
        depth++;
      } else if (")>]}".indexOf(letter) >= 0) {
        depth--;
      } else if (letter == ',' && depth == 0) {
        parts.add(list.substring(from, at).strip());
        from = at + 1;
      }
    }
    parts.add(list.substring(from).strip());
    return parts.stream().filter(part -> !part.isEmpty()).toList();
  }
}
