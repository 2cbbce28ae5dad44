package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;

/**
 * Condition that every configuration of the search space satisfies on every shape.
 *
 * @param condition boolean expression over the kernel's {@linkplain Kernel#scope() scope}
 * @param because reason for the constraint; may be empty
 */
public record Constraint(Expression condition, String because) {}
