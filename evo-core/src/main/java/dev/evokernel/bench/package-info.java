/**
 * How good the search is, on spaces that others recorded: repeated runs, their scores, and how one
 * search compares with another.
 *
 * <p>A score of 0 is random search and 1 is the optimum at once. The definitions are those of the
 * auto-tuning community's methodology (Willemsen et al., 2024), as {@link
 * dev.evokernel.bench.Yardstick} and {@link dev.evokernel.bench.Scores} spell them out. Everything
 * follows from the seed, whatever the number of threads; only the search's own speed is measured.
 */
@NullMarked
package dev.evokernel.bench;

import org.jspecify.annotations.NullMarked;
