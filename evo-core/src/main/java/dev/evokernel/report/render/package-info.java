/**
 * Renderers of documents, one for each format.
 *
 * <p>Every report implements {@link dev.evokernel.report.document.Report}: it provides its
 * document, and the interface renders the document in every format. A new format is a new {@link
 * dev.evokernel.report.document.Renderer}.
 */
@NullMarked
package dev.evokernel.report.render;

import org.jspecify.annotations.NullMarked;
