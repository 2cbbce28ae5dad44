/**
 * Reports on runs, made from the records of the store alone: leaderboards, runs, candidates,
 * summaries and the files of a run.
 *
 * <p>A report says what there is to say, as a {@link dev.evokernel.report.document.Document}, and
 * knows no format: {@code report.render} has one renderer for each. Nothing here prints, and
 * nothing here imports a package above the store, except for {@code roofline}, which computes
 * bounds from the limits that the store keeps. Reports on what a command measured just now are in
 * {@code report.study}.
 *
 * <p>{@link dev.evokernel.report.Conclusion} is the result of a run; the other reports are views of
 * it. {@link dev.evokernel.report.RunFiles} writes the files of a run.
 */
@NullMarked
package dev.evokernel.report;

import org.jspecify.annotations.NullMarked;
