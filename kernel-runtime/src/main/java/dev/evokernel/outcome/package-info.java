/**
 * What one evaluation ends in: measured, or rejected for exactly one reason.
 *
 * <p>Plain values that travel from a device worker up to the store and the reports.
 */
@NullMarked
package dev.evokernel.outcome;

import org.jspecify.annotations.NullMarked;
