/**
 * Reports on runs, made only from the records of the store: leaderboards, runs, candidates,
 * summaries and the files of a run.
 *
 * <p>A report builds a {@link dev.evokernel.report.document.Document} and knows no format: {@code
 * report.render} has a renderer for each format. This package prints nothing. It imports no package
 * above the store except {@code roofline}, which computes bounds from the stored limits. Reports on
 * new measurements of a command are in {@code report.study}.
 *
 * <p>{@link dev.evokernel.report.finals.Conclusion} is the result of a run, and the other reports
 * show it. {@link dev.evokernel.report.RunFiles} writes the files of a run.
 */
@NullMarked
package dev.evokernel.report;

import org.jspecify.annotations.NullMarked;
