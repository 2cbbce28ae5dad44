/**
 * Recorded spaces, traces of searches on them, and their scores.
 */
@NullMarked
package dev.evokernel.lab.score.record;

import org.jspecify.annotations.NullMarked;
