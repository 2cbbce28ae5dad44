/**
 * Initial configurations of generation 0 besides the default: written by hand, ranked by a
 * microbenchmark, taken from recordings and earlier runs, derived from the device's limits, or
 * taken from the leaderboard for the nearest shapes and devices.
 */
@NullMarked
package dev.evokernel.seeding;

import org.jspecify.annotations.NullMarked;
