/**
 * Outcomes of an evaluation: measured, or rejected for exactly one reason. Device workers send
 * these values to the store and the reports.
 */
@NullMarked
package dev.evokernel.outcome;

import org.jspecify.annotations.NullMarked;
