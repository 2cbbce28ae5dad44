package dev.evokernel.expr;

import module java.base;

/**
 * Operator or function of the language: a constant with spelling, precedence, code, and bounds of
 * its results over a {@link Box}. A new constant is all that a new operator needs.
 */
public sealed interface Operator permits Connective, Comparison, ArithmeticOperator {

  /** Spellings; messages use the first. */
  List<String> spellings();

  default String symbol() {
    return spellings().getFirst();
  }

  Level level();

  /** All operators, from loose to tight. */
  static List<Operator> values() {
    return Stream.<Operator[]>of(
            Connective.values(), Comparison.values(), ArithmeticOperator.values())
        .flatMap(Arrays::stream)
        .toList();
  }
}
