/**
 * Operators that make offspring: breeding, crossover, mutation, refinement and immigration.
 */
@NullMarked
package dev.evokernel.search.variation;

import org.jspecify.annotations.NullMarked;
