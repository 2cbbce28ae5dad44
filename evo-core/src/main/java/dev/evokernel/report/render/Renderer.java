package dev.evokernel.report.render;

import dev.evokernel.report.document.Document;
import java.io.IOException;
import java.io.Writer;

/** Renderer of documents in one format. */
@FunctionalInterface
public interface Renderer {

  /** Renders a document, with a line end after the last line. */
  String render(Document document);

  /** Renders a document to a writer, which stays open; formats of long files write row by row. */
  default void render(Document document, Writer out) throws IOException {
    out.write(render(document));
  }
}
