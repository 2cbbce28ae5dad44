package dev.evokernel.report.render;

/** Text in HTML: whatever it holds stays text. */
public final class Html {

  private Html() {}

  /** Inside an element or a quoted attribute. */
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
   * JSON for a {@code script} element of a page. Such an element ends at {@code </script>} and
   * changes its meaning at {@code <!--}, even within a string.
   */
  public static String json(Object data) {
    return JsonRenderer.compact(data)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** What HTML forbids, but for white space. */
  private static boolean isControl(char c) {
    return (c < ' ' && c != '\n' && c != '\t' && c != '\r') || (c >= 0x7F && c < 0xA0);
  }
}
