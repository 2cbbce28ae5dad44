package dev.evokernel.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;

import dev.evokernel.expr.Tree.UndefinedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionPropertyTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void value_ofRandomExpressions_isThatOfAnIndependentEvaluator(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int evaluated = 0;
    for (int i = 0; i < 10_000; i++) {
      int depth = random.nextInt(1, 6);
      Tree tree =
          switch (random.nextInt(3)) {
            case 0 -> Tree.integer(random, depth);
            case 1 -> Tree.real(random, depth);
            default -> Tree.truth(random, depth);
          };
      String text = tree.text(random);
      if (text.length() > 4000) {
        continue;
      }
      Expression expression;
      try {
        expression = Expression.parse(text, Tree.SCOPE);
      } catch (ExpressionException e) {
        assertThat(tree.hasUndefinedConstant()).as("%s", e).isTrue();
        continue;
      }
      compare(tree, expression, random);
      evaluated++;
    }
    assertThat(evaluated).isGreaterThan(7_000);
  }

  private static void compare(Tree tree, Expression expression, RandomGenerator random) {
    for (int i = 0; i < 3; i++) {
      long a = random.nextLong(-9, 100);
      long b = random.nextInt(10) == 0 ? random.nextLong() : random.nextLong(-9, 100);
      long c = random.nextLong(-2, 3);
      double x = random.nextInt(-8, 9) / 4.0;
      boolean fast = random.nextBoolean();
      Frame frame =
          Tree.SCOPE
              .frame()
              .set("A", Value.of(a))
              .set("B", Value.of(b))
              .set("C", Value.of(c))
              .set("X", Value.of(x))
              .set("FAST", Value.of(fast));
      Map<String, Object> names =
          Map.of(
              "A", BigInteger.valueOf(a),
              "B", BigInteger.valueOf(b),
              "C", BigInteger.valueOf(c),
              "X", x,
              "FAST", fast);
      Object expected;
      try {
        expected = tree.evaluate(names);
      } catch (UndefinedException _) {
        assertThat(catchThrowable(() -> expression.value(frame)))
            .as("%s with %s", expression, names)
            .isInstanceOf(EvaluationException.class);
        continue;
      }
      Object plain = expected instanceof BigInteger integer ? integer.longValueExact() : expected;
      assertThat(expression.value(frame).plain())
          .as("%s with %s", expression, names)
          .isEqualTo(plain);
    }
  }
}
