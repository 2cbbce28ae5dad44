/**
 * Comparisons of configurations outside a run: interleaved in one fresh process and repeated in
 * further processes until the question is answered. Used by {@code evo compare}, {@code evo gate},
 * {@code evo ablate} and {@code evo baseline}.
 */
@NullMarked
package dev.evokernel.comparison;

import org.jspecify.annotations.NullMarked;
