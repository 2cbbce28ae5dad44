package dev.evokernel.expr;

/** Precedence of operators, from loose to tight, and kinds of function calls. */
public enum Level {
  /** Token that is not an operator. */
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
  /** Call with two or more operands, combined from left to right. */
  CALL_OF_MANY;

  /** Loosest level in the right operand: a power takes a sign there and groups to the right. */
  public Level right() {
    return switch (this) {
      case OR -> AND;
      case AND -> NOT;
      case COMPARISON -> SUM;
      case SUM -> PRODUCT;
      case PRODUCT, POWER -> SIGN;
      default -> throw new IllegalStateException(this + " is not an infix operator.");
    };
  }

  public boolean isInfix() {
    return this != SIGN && !isCall();
  }

  public boolean isCall() {
    return compareTo(CALL_OF_ONE) >= 0;
  }
}
