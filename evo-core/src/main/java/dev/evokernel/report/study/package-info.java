/**
 * Reports on new measurements of a command: comparisons, the regression gate, sensitivity analyses,
 * rooflines, injected faults and profiles.
 *
 * <p>Their sources are the results of {@code comparison}, {@code roofline}, {@code selftest} and
 * the profilers, which the store does not keep. Reports made only from the store are in {@code
 * dev.evokernel.report}.
 */
@NullMarked
package dev.evokernel.report.study;

import org.jspecify.annotations.NullMarked;
