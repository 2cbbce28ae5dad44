package dev.evokernel.expr;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An operator of the language or one of its functions: a constant that holds its spelling, how
 * tight it binds, the code that computes it, and the bounds of its results over a {@link Box}. The
 * rest of the package asks the constants, so that a new one is all that a new operator takes.
 */
sealed interface Operator permits Connective, Comparison, Arithmetic {

  /** How it is written, first as messages name it. */
  List<String> spellings();

  default String symbol() {
    return spellings().getFirst();
  }

  Level level();

  /** All of them, from loose to tight. */
  static List<Operator> values() {
    return Stream.<Operator[]>of(Connective.values(), Comparison.values(), Arithmetic.values())
        .flatMap(Arrays::stream)
        .toList();
  }
}
