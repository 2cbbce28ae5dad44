package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;

/**
 * A condition that every configuration of the search space satisfies on every shape.
 *
 * @param condition a boolean expression over the kernel's {@linkplain Kernel#scope() scope}
 * @param because why a configuration that breaks it cannot work; empty when the file gives no
 *     reason
 */
public record Constraint(Expression condition, String because) {}
