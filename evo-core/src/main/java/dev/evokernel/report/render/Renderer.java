package dev.evokernel.report.render;

import dev.evokernel.report.document.Document;

/** Writes documents in one format. */
@FunctionalInterface
public interface Renderer {

  /** All of it, with a line end after the last line. */
  String render(Document document);
}
