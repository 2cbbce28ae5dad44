/**
 * Objectives, the acceptance rule and portfolios: what a run minimises, and which result it
 * accepts.
 */
@NullMarked
package dev.evokernel.stats.objective;

import org.jspecify.annotations.NullMarked;
