package dev.evokernel.shipping.rule;

import dev.evokernel.expr.Expression;

/**
 * Numeric property of a shape, for example {@code B * H}.
 *
 * @param expression numeric expression over the shape's dimensions and facts
 */
public record Feature(Expression expression) {

  public Feature {
    if (!expression.type().isNumber()) {
      throw new IllegalArgumentException(
          "A feature must be a number, but '%s' is %s."
              .formatted(expression.text(), expression.type().label()));
    }
  }

  public String text() {
    return expression.text();
  }
}
