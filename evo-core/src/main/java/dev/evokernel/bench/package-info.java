/**
 * How good evo's answers are: the search on spaces that others recorded, how often the gate is
 * wrong, how much chance there is in a winner, and what seeds are worth.
 *
 * <p>A score of 0 is random search and 1 is the optimum at once. The definitions are those of the
 * auto-tuning community's methodology (Willemsen et al., 2024), as {@link
 * dev.evokernel.bench.Yardstick} and {@link dev.evokernel.bench.Scores} spell them out. Everything
 * about recorded spaces follows from the seed, whatever the number of threads. {@link
 * dev.evokernel.bench.RegressionGateTrials}, {@link dev.evokernel.bench.Stability} and {@link
 * dev.evokernel.bench.SeededRuns} measure.
 */
@NullMarked
package dev.evokernel.bench;

import org.jspecify.annotations.NullMarked;
