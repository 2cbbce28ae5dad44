package dev.evokernel.kernel.space;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Kernel;

/**
 * Condition that every configuration satisfies on every shape: a boolean expression over the
 * kernel's {@linkplain Kernel#scope() scope}. The reason may be empty.
 */
public record Constraint(Expression condition, String because) {}
