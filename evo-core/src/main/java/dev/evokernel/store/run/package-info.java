/**
 * Records of runs, their devices, baselines and places on the leaderboard.
 */
@NullMarked
package dev.evokernel.store.run;

import org.jspecify.annotations.NullMarked;
