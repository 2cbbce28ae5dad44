/**
 * What people and other programs read: leaderboards, summaries and exports, made from the store's
 * records alone.
 *
 * <p>Everything here turns records into text and prints nothing. {@link
 * dev.evokernel.report.Conclusion} says once what a run came to; the reports and files are views of
 * it. {@link dev.evokernel.report.RunFiles} writes the files that people open and commit.
 */
@NullMarked
package dev.evokernel.report;

import org.jspecify.annotations.NullMarked;
