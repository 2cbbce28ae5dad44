/**
 * Preselection of offspring by the surrogate.
 */
@NullMarked
package dev.evokernel.search.screening;

import org.jspecify.annotations.NullMarked;
