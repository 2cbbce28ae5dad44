package dev.evokernel.expr;

import java.util.List;
import java.util.function.BinaryOperator;

/** The operators on two truth values; the right one is evaluated if the left leaves it open. */
@SuppressWarnings("ImmutableEnumChecker") // Its lambdas hold nothing.
enum Connective implements Operator {
  OR(Level.OR, "or", "||", true, (a, b) -> slots -> a.at(slots) || b.at(slots)),
  AND(Level.AND, "and", "&&", false, (a, b) -> slots -> a.at(slots) && b.at(slots));

  private final Level level;
  private final List<String> spellings;

  /** The value of the left operand that is the result, whatever the right one is. */
  final boolean decisive;

  /** Puts the code of the operands together. */
  final BinaryOperator<TruthNode.Code> code;

  Connective(
      Level level,
      String word,
      String symbol,
      boolean decisive,
      BinaryOperator<TruthNode.Code> code) {
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
