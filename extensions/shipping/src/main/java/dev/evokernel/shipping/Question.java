package dev.evokernel.shipping;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;

/** Test of a shape at an inner node of a rule. */
public sealed interface Question {

  /**
   * Test as a boolean expression, which {@code Expression.in} translates to other languages. Words
   * compare as the numbers of {@link dev.evokernel.expr.Scope#bits}.
   */
  Expression condition();

  /**
   * Whether the test holds for a shape.
   *
   * @param frame from {@link ShapeFeatures#frame}
   * @throws EvaluationException if the feature has no value for this shape
   */
  default boolean holds(Frame frame) {
    return condition().test(frame);
  }

  /** Text of the test, for example {@code B * H <= 64}. */
  default String text() {
    return condition().text();
  }

  /**
   * Comparison of a feature with a threshold: a number that follows from the shape, for example
   * {@code B * H}.
   *
   * @param condition {@code feature <= threshold}
   */
  record AtMost(Expression feature, long threshold, Expression condition) implements Question {}

  /**
   * Comparison of a fact with a value.
   *
   * @param condition {@code fact == value}
   */
  record Is(String fact, Value value, Expression condition) implements Question {}
}
