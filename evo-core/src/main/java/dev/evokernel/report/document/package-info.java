/**
 * Format-independent content of reports, and a renderer for each format: headings, sentences,
 * facts, tables, charts, code, commands, and data for programs.
 *
 * <p>A {@link dev.evokernel.report.document.Report} builds a {@link
 * dev.evokernel.report.document.Document} of {@link dev.evokernel.report.document.Block}s and
 * {@link dev.evokernel.report.document.Data}, and the interface renders the document in every
 * format. This package knows no kernel, run or device.
 */
@NullMarked
package dev.evokernel.report.document;

import org.jspecify.annotations.NullMarked;
