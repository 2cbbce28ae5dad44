/**
 * Reports on runs, made only from the records of the store: the result of a run, leaderboards,
 * lists, candidates, summaries, the files of a run, and its page. And reports on what a command
 * measured and the store does not keep: comparisons, the regression gate, sensitivity analyses,
 * rooflines and profiles.
 *
 * <p>A report builds a {@link dev.evokernel.report.Document} and knows no format. This package
 * prints nothing. It imports no package above the store except {@code roofline}, which computes
 * bounds from the stored limits, and {@code comparison}, whose results it reports.
 *
 * <p>{@link dev.evokernel.report.Conclusion} is the result of a run, and the other reports show it.
 * {@link dev.evokernel.report.RunFiles} writes the files of a run, {@link
 * dev.evokernel.report.ReportPage} the page {@code report.html}: one run, or several side by side,
 * in one file without external resources.
 */
@NullMarked
package dev.evokernel.report;

import org.jspecify.annotations.NullMarked;
