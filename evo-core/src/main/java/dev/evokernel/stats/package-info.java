/**
 * Whether one set of timings is really faster than another.
 *
 * <p>A {@link dev.evokernel.stats.SpeedUp} is a ratio of medians with a bootstrap interval; an
 * {@link dev.evokernel.stats.AcceptanceRule} turns one for each shape into a {@link
 * dev.evokernel.stats.Verdict} in words; a {@link dev.evokernel.stats.TiedSet} names the finalists
 * that are statistically tied with the best. A {@link dev.evokernel.stats.ComparisonRule} says how
 * two programs stand to each other after one process or several. Everything is deterministic for a
 * given stream of random numbers.
 */
@NullMarked
package dev.evokernel.stats;

import org.jspecify.annotations.NullMarked;
