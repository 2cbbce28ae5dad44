/**
 * Ranks configurations by the kernel's miniature, and measures on a sample of them how well that
 * ranking predicts the kernel itself.
 */
@NullMarked
package dev.evokernel.microbench;

import org.jspecify.annotations.NullMarked;
