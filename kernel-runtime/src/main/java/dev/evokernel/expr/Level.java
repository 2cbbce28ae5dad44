package dev.evokernel.expr;

/** How tight an operator binds, from loose to tight; functions are called with their operands. */
enum Level {
  /** Of a token that is no operator. */
  NONE,
  CONDITIONAL,
  OR,
  AND,
  NOT,
  COMPARISON,
  SUM,
  PRODUCT,
  SIGN,
  POWER,
  CALL_OF_ONE,
  CALL_OF_TWO,
  /** The operands, two or more, are taken together from left to right. */
  CALL_OF_MANY;

  /** The loosest level in its right operand: a power takes a sign there and groups to the right. */
  Level right() {
    return switch (this) {
      case OR -> AND;
      case AND -> NOT;
      case COMPARISON -> SUM;
      case SUM -> PRODUCT;
      case PRODUCT, POWER -> SIGN;
      default -> throw new IllegalStateException(this + " stands between no operands.");
    };
  }

  /** Whether it stands between two operands. */
  boolean isInfix() {
    return this != SIGN && !isCall();
  }

  boolean isCall() {
    return compareTo(CALL_OF_ONE) >= 0;
  }
}
