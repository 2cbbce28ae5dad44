package dev.evokernel.dispatch;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;

/** What a rule asks about a shape. */
public sealed interface Question {

  /**
   * The same as a condition, for a program that asks it itself: {@link Expression#in}. Words are
   * compared as the numbers that {@link dev.evokernel.expr.Scope#bits} gives them.
   */
  Expression condition();

  /**
   * Whether the answer is yes.
   *
   * @param frame of {@link ShapeFeatures#frame}
   * @throws EvaluationException if the feature has no value for this shape
   */
  default boolean holds(Frame frame) {
    return condition().test(frame);
  }

  /** For example {@code B * H <= 64}. */
  default String text() {
    return condition().text();
  }

  /**
   * Whether a feature is at most a threshold.
   *
   * @param condition {@code feature <= threshold}
   */
  record AtMost(Feature feature, long threshold, Expression condition) implements Question {}

  /**
   * Whether a fact has a value.
   *
   * @param condition {@code fact == value}
   */
  record Is(String fact, Value value, Expression condition) implements Question {}
}
