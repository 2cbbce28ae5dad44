package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;

/**
 * Condition that every configuration satisfies on every shape: a boolean expression over the
 * kernel's {@linkplain Kernel#scope() scope}. The reason may be empty.
 */
public record Constraint(Expression condition, String because) {

  /** Whether the condition is true; it is not where it cannot be evaluated. */
  public boolean holds(Frame frame) {
    try {
      return condition.test(frame);
    } catch (EvaluationException _) {
      return false;
    }
  }
}
