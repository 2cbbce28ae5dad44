/**
 * Scores of the search on recorded spaces.
 *
 * <p>A score of 0 is random search and 1 is the optimum at once. The definitions are those of the
 * auto-tuning community's methodology (Willemsen et al., 2024), as {@link
 * dev.evokernel.bench.score.Yardstick} and {@link dev.evokernel.bench.score.Scores} spell them out.
 * Everything follows from the random seed, whatever the number of threads.
 */
@NullMarked
package dev.evokernel.bench.score;

import org.jspecify.annotations.NullMarked;
