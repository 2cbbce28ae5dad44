/**
 * Measurements of configurations against each other outside a run: interleaved in one fresh
 * process, repeated in further processes until the question is answered, with the rules of {@code
 * evo compare}, {@code evo gate}, {@code evo ablate} and {@code evo baseline}.
 */
@NullMarked
package dev.evokernel.comparison;

import org.jspecify.annotations.NullMarked;
