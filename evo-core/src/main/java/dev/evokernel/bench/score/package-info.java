/**
 * Scores of the search on recorded spaces.
 *
 * <p>A score of 0 is random search; 1 is the optimum at once. The definitions follow the
 * methodology of the auto-tuning community (Willemsen et al., 2024), see {@link
 * dev.evokernel.bench.score.Yardstick} and {@link dev.evokernel.bench.score.Scores}. All results
 * follow from the random seed, whatever the number of threads.
 */
@NullMarked
package dev.evokernel.bench.score;

import org.jspecify.annotations.NullMarked;
