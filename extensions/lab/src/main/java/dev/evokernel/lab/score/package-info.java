/**
 * Scores of the search on recorded spaces.
 *
 * <p>A score of 0 is random search; 1 is the optimum at once. The definitions follow the
 * methodology of the auto-tuning community (Willemsen et al., 2024), see {@link
 * dev.evokernel.lab.score.Yardstick} and {@link dev.evokernel.lab.score.Scores}. All results follow
 * from the random seed, whatever the number of threads.
 */
@NullMarked
package dev.evokernel.lab.score;

import org.jspecify.annotations.NullMarked;
