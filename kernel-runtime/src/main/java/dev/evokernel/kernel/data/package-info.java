/**
 * Arguments, their fills and tolerances, and shapes.
 */
@NullMarked
package dev.evokernel.kernel.data;

import org.jspecify.annotations.NullMarked;
