/**
 * Individuals and their bookkeeping: the population, proposed configurations, trials, and the state
 * that a resume restores.
 */
@NullMarked
package dev.evokernel.search.population;

import org.jspecify.annotations.NullMarked;
