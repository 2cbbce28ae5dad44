/**
 * Statistics that decide whether one set of timings is faster than another.
 *
 * <p>A {@link dev.evokernel.stats.SpeedUp} is a ratio of medians with a bootstrap interval. An
 * {@link dev.evokernel.stats.AcceptanceRule} turns the speed-ups of all shapes into a {@link
 * dev.evokernel.stats.Verdict} in words. A {@link dev.evokernel.stats.ComparisonRule} compares two
 * programs after one or more processes. All results are deterministic for a given random stream.
 */
@NullMarked
package dev.evokernel.stats;

import org.jspecify.annotations.NullMarked;
