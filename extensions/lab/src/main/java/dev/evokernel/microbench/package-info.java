/**
 * Ranking of configurations by the kernel's miniature, and its validation: how well the ranking
 * predicts the kernel's times on a sample.
 */
@NullMarked
package dev.evokernel.microbench;

import org.jspecify.annotations.NullMarked;
