/**
 * Reports on what a command measured just now: comparisons, the regression gate, sensitivity
 * analyses, microbenchmarks, rooflines, injected faults and profiles.
 *
 * <p>They are made from the results of {@code comparison}, {@code microbench}, {@code roofline},
 * {@code selftest} and the profilers, which the store does not keep. What is made from the store
 * alone is in {@code dev.evokernel.report}.
 */
@NullMarked
package dev.evokernel.report.study;

import org.jspecify.annotations.NullMarked;
