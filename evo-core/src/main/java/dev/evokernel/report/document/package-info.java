/**
 * What a report can say, whatever the format: headings, sentences, facts, tables, code, commands,
 * and the same result as data for programs.
 *
 * <p>A report builds a {@link dev.evokernel.report.document.Document} of {@link
 * dev.evokernel.report.document.Block}s and {@link dev.evokernel.report.document.Data}; {@code
 * report.render} has one renderer for each format. Nothing here knows a kernel, a run or a device.
 */
@NullMarked
package dev.evokernel.report.document;

import org.jspecify.annotations.NullMarked;
