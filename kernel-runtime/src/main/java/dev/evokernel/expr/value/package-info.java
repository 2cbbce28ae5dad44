/** Values and types of expressions, and their errors. */
@NullMarked
package dev.evokernel.expr.value;

import org.jspecify.annotations.NullMarked;
