/**
 * How a document is written: one renderer for each format.
 *
 * <p>{@link dev.evokernel.report.render.Report} is what every report implements: it says what its
 * document is, and has it in every format. A further format is one more {@link
 * dev.evokernel.report.render.Renderer}, and every report has it.
 */
@NullMarked
package dev.evokernel.report.render;

import org.jspecify.annotations.NullMarked;
