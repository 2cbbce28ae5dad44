/**
 * Format-independent content of reports: headings, sentences, facts, tables, charts, code,
 * commands, and data for programs.
 *
 * <p>A report builds a {@link dev.evokernel.report.document.Document} of {@link
 * dev.evokernel.report.document.Block}s and {@link dev.evokernel.report.document.Data}; {@code
 * report.render} has a renderer for each format. This package knows no kernel, run or device.
 */
@NullMarked
package dev.evokernel.report.document;

import org.jspecify.annotations.NullMarked;
