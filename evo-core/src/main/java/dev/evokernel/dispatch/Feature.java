package dev.evokernel.dispatch;

import dev.evokernel.expr.Expression;

/**
 * A number that follows from a shape, for example {@code B * H}.
 *
 * @param expression over the shape's dimensions and facts; a number
 */
public record Feature(Expression expression) {

  public Feature {
    if (!expression.type().isNumber()) {
      throw new IllegalArgumentException(
          "A feature must be a number, and '%s' is %s."
              .formatted(expression.text(), expression.type().label()));
    }
  }

  /** As it was written. */
  public String text() {
    return expression.text();
  }

  @Override
  public String toString() {
    return text();
  }
}
