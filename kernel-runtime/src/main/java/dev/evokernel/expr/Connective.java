package dev.evokernel.expr;

import java.util.List;
import java.util.function.BinaryOperator;

/** Operators on two booleans; the right one is evaluated only if the left one does not decide. */
@SuppressWarnings("ImmutableEnumChecker") // The lambdas capture nothing.
public enum Connective implements Operator {
  OR(Level.OR, "or", "||", true, (a, b) -> slots -> a.at(slots) != 0 ? 1 : b.at(slots)),
  AND(Level.AND, "and", "&&", false, (a, b) -> slots -> a.at(slots) != 0 ? b.at(slots) : 0);

  private final Level level;
  private final List<String> spellings;

  /** Value of the left operand that decides the result. */
  final boolean decisive;

  final BinaryOperator<Node.Code> code;

  Connective(
      Level level, String word, String symbol, boolean decisive, BinaryOperator<Node.Code> code) {
    this.level = level;
    this.spellings = List.of(word, symbol);
    this.decisive = decisive;
    this.code = code;
  }

  @Override
  public Level level() {
    return level;
  }

  @Override
  public List<String> spellings() {
    return spellings;
  }
}
