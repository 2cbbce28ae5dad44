package dev.evokernel.report.render;

import dev.evokernel.report.document.Document;
import java.io.IOException;
import java.io.Writer;

/** The result of a command, independent of the format. */
public interface Report {

  Document document();

  /** For a terminal, whatever its width. */
  default String text() {
    return text(TextStyle.PLAIN);
  }

  /** For a terminal. */
  default String text(TextStyle style) {
    return new TextRenderer(style).render(document());
  }

  /** For a page. */
  default String markdown() {
    return new MarkdownRenderer().render(document());
  }

  /** For programs: an object, or an array of objects. */
  default String json() {
    return new JsonRenderer().render(document());
  }

  /** The same to a writer, which stays open. */
  default void json(Writer out) throws IOException {
    new JsonRenderer().render(document(), out);
  }

  /** For spreadsheets: a line of headings, then one line for each record. */
  default String csv() {
    return new CsvRenderer().render(document());
  }

  /** The same to a writer, which stays open. */
  default void csv(Writer out) throws IOException {
    new CsvRenderer().render(document(), out);
  }
}
