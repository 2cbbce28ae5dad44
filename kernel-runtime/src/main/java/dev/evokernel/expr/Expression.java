package dev.evokernel.expr;

import module java.base;

/**
 * Parsed and typed expression. Immutable; evaluation is allocation-free. A failed evaluation is an
 * {@link EvaluationException}; a wrong type of the expression is an {@link IllegalStateException}.
 *
 * <p>Operators from loose to tight, as in Python:
 *
 * <pre>
 * c ? a : b                       right to left
 * or ||
 * and &&
 * not !
 * == != < <= > >= in, not in      chained: a < b <= c is a < b and b <= c; an 'in' ends the chain
 * + -
 * * / // %
 * + - as signs
 * **                              right to left; -2 ** 2 is -4
 * </pre>
 *
 * <p>Integers have 64 bits, and an overflow is an {@link EvaluationException}. {@code /} returns a
 * real; {@code //} and {@code %} round down. Integers widen to reals. Booleans are not numbers.
 * Words support {@code ==}, {@code !=} and {@code in} only. {@code and}, {@code or} and {@code ?:}
 * evaluate only what they need, so that {@code B != 0 and A % B == 0} is safe. Functions: {@code
 * min}, {@code max}, {@code abs}, {@code ceil_div}, {@code log2}.
 */
public final class Expression {

  /** Prediction for a condition while some of its names are open. */
  public enum Prospect {
    /** Holds for all values of the open names, without failures. */
    ALWAYS,
    /** Is false for all values of the open names, without failures. */
    NEVER,
    /** May be true, false, or fail to evaluate. */
    OPEN
  }

  private final String text;
  private final Scope scope;
  private final Node node;
  private final Set<String> names;
  private final int values;
  private final Node.Code code;

  private Expression(String text, Scope scope, Node node, Typing typing) {
    this.text = text;
    this.scope = scope;
    this.node = node;
    this.names = Set.copyOf(typing.names());
    this.values = typing.values();
    this.code = node.code();
  }

  /**
   * @throws ExpressionException if the text is not an expression over the scope's names, or a
   *     constant part of it cannot be evaluated
   */
  public static Expression parse(String text, Scope scope) {
    var typing = new Typing(text, scope);
    Operand whole = Parser.parse(text, typing);
    if (whole.type() == Type.TEXT) {
      typing.known(whole, "");
    }
    return new Expression(text, scope, whole.node(), typing);
  }

  public String text() {
    return text;
  }

  /** Text with formulas in place of their names. */
  public String expanded() {
    return scope.expanded(text);
  }

  public Type type() {
    return node.type();
  }

  public Node node() {
    return node;
  }

  public Scope scope() {
    return scope;
  }

  /** Names that the expression reads, through formulas too. */
  public Set<String> names() {
    return names;
  }

  int values() {
    return values;
  }

  public boolean test(Frame frame) {
    require(type() == Type.BOOLEAN, Type.BOOLEAN);
    return bits(frame) != 0;
  }

  public long integer(Frame frame) {
    require(type() == Type.INTEGER, Type.INTEGER);
    return bits(frame);
  }

  /** Evaluates a real, or widens an integer. */
  public double real(Frame frame) {
    require(type().isNumber(), Type.REAL);
    long bits = bits(frame);
    return type() == Type.INTEGER ? (double) bits : Double.longBitsToDouble(bits);
  }

  public Value value(Frame frame) {
    return scope.value(bits(frame), type());
  }

  /** Predicts a condition over ranges of its names. */
  public Prospect prospect(Box box) {
    require(type() == Type.BOOLEAN, Type.BOOLEAN);
    return switch (new Ranges(box).truth(node)) {
      case Ranges.TRUE -> Prospect.ALWAYS;
      case Ranges.FALSE -> Prospect.NEVER;
      default -> Prospect.OPEN;
    };
  }

  /**
   * Returns what the bound names determine while others are open; all other names are constants.
   *
   * @param box widest range of every name
   */
  public StateSignature residue(Set<String> bound, Set<String> open, Box box) {
    return StateSignature.of(node, scope, bound, open, box);
  }

  /**
   * Bits of a part of the tree that reads known names only, as {@link Scope#bits} has them; empty
   * if the part reads other names or fails.
   */
  public OptionalLong bits(Node part, Map<String, Value> known) {
    Frame frame = scope.frame();
    boolean[] open = new boolean[scope.size()];
    Arrays.fill(open, true);
    known.forEach(
        (name, value) -> {
          if (scope.declares(name)) {
            frame.set(name, value);
            open[scope.slot(name)] = false;
          }
        });
    try {
      return part.reads(open) ? OptionalLong.empty() : OptionalLong.of(part.code().at(frame.slots));
    } catch (EvaluationException _) {
      return OptionalLong.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }

  private long bits(Frame frame) {
    if (frame.scope() != scope) {
      throw new IllegalArgumentException("'" + text + "' needs a frame of its own scope.");
    }
    return code.at(frame.slots);
  }

  private void require(boolean holds, Type wanted) {
    if (!holds) {
      throw new IllegalStateException(
          "'" + text + "' is " + type().label() + ", not " + wanted.label() + ".");
    }
  }
}
