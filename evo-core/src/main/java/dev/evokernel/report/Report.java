package dev.evokernel.report;

import java.io.IOException;
import java.io.Writer;

/** Result of a command, independent of the format. */
public interface Report {

  Document document();

  /** Plain text of unlimited width. */
  default String text() {
    return text(TextRenderer.PLAIN);
  }

  default String text(TextRenderer style) {
    return style.render(document());
  }

  default String markdown() {
    return new MarkdownRenderer().render(document());
  }

  /** JSON: an object, or an array of objects. */
  default String json() {
    return new JsonRenderer().render(document());
  }

  default void json(Writer out) throws IOException {
    new JsonRenderer().render(document(), out);
  }

  /** CSV: a line of headings, then a line for each record. */
  default String csv() {
    return new CsvRenderer().render(document());
  }

  /** Writes CSV to a writer, which stays open. */
  default void csv(Writer out) throws IOException {
    new CsvRenderer().render(document(), out);
  }
}
