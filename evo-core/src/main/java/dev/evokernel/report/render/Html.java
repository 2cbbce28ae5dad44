package dev.evokernel.report.render;

/** Escapes of text for HTML. */
public final class Html {

  private Html() {}

  /** Escapes text for an element or a quoted attribute. */
  public static String escaped(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(isControl(c) ? '\uFFFD' : c);
      }
    }
    return escaped.toString();
  }

  /**
   * Writes JSON for a {@code script} element. The element would end at {@code </script>} and change
   * its meaning at {@code <!--}, even within a string.
   */
  public static String json(Object data) {
    return JsonRenderer.compact(data)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** Whether HTML forbids the character. */
  private static boolean isControl(char c) {
    return (c < ' ' && c != '\n' && c != '\t' && c != '\r') || (c >= 0x7F && c < 0xA0);
  }
}
