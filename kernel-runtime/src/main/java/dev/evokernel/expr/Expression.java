package dev.evokernel.expr;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed and typed expression. Immutable; evaluation is allocation-free.
 *
 * <p>From loose to tight, as in Python:
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
 * <p>Integers have 64 bits and every overflow is an {@link EvaluationException}; {@code /} gives a
 * real, {@code //} and {@code %} round down, and an integer stands wherever a real may. Truth
 * values are no numbers; words are only compared, with {@code ==}, {@code !=} and {@code in}.
 * {@code and}, {@code or} and {@code ?:} leave alone what they need not evaluate, so that {@code B
 * != 0 and A % B == 0} is safe. Functions: {@code min}, {@code max}, {@code abs}, {@code ceil_div},
 * {@code log2}.
 */
public final class Expression {

  private final String text;
  private final Scope scope;
  private final Node node;
  private final Set<String> names;
  private final IntegerNode.Code bits;
  private final RealNode.@Nullable Code real;
  private final TruthNode.@Nullable Code truth;

  private Expression(String text, Scope scope, Node node, Set<String> names) {
    this.text = text;
    this.scope = scope;
    this.node = node;
    this.names = Set.copyOf(names);
    this.bits = node.bits();
    this.real = node.type().isNumber() ? Typing.widened(node).code() : null;
    this.truth = node instanceof TruthNode condition ? condition.code() : null;
  }

  /**
   * @throws ExpressionException if {@code text} is no expression over the names of {@code scope},
   *     or a constant part of it has no value
   */
  public static Expression parse(String text, Scope scope) {
    var typing = new Typing(text, scope);
    Operand whole = Parser.parse(text, typing);
    if (whole.node() instanceof TextNode) {
      typing.known(whole, "");
    }
    return new Expression(text, scope, whole.node(), typing.names());
  }

  public String text() {
    return text;
  }

  /** Its text without names of formulas, for readers that do not know these. */
  public String expanded() {
    return scope.expanded(text);
  }

  public Type type() {
    return node.type();
  }

  /** What it computes, for expressions that read it by a name. */
  Node node() {
    return node;
  }

  /** The names that it may read. */
  public Scope scope() {
    return scope;
  }

  /** The names it reads; of a formula those that the formula reads. */
  public Set<String> names() {
    return names;
  }

  /**
   * Whether it holds.
   *
   * @throws EvaluationException if it has no value for this frame
   * @throws IllegalStateException if it is not boolean
   */
  public boolean test(Frame frame) {
    if (truth == null) {
      throw wrongType(Type.BOOLEAN);
    }
    return truth.at(slots(frame));
  }

  /**
   * Its value as an integer.
   *
   * @throws EvaluationException if it has no value for this frame
   * @throws IllegalStateException if it is not an integer
   */
  public long integer(Frame frame) {
    if (type() != Type.INTEGER) {
      throw wrongType(Type.INTEGER);
    }
    return bits.at(slots(frame));
  }

  /**
   * Its value as a real; an integer is widened.
   *
   * @throws EvaluationException if it has no value for this frame
   * @throws IllegalStateException if it is not a number
   */
  public double real(Frame frame) {
    if (real == null) {
      throw wrongType(Type.REAL);
    }
    return real.at(slots(frame));
  }

  /**
   * Its value, whatever the type.
   *
   * @throws EvaluationException if it has no value for this frame
   */
  public Value value(Frame frame) {
    return scope.value(bits.at(slots(frame)), type());
  }

  /**
   * What the condition will say while some names are known only by their range.
   *
   * @throws IllegalStateException if it is not boolean
   */
  public Prospect prospect(Box box) {
    if (!(node instanceof TruthNode condition)) {
      throw wrongType(Type.BOOLEAN);
    }
    return switch (new Ranges(box).truth(condition)) {
      case Ranges.TRUE -> Prospect.ALWAYS;
      case Ranges.FALSE -> Prospect.NEVER;
      default -> Prospect.OPEN;
    };
  }

  /**
   * What some names leave of it while others are open; the rest are constants.
   *
   * @param box the widest range of every name
   */
  public StateSignature residue(Set<String> bound, Set<String> open, Box box) {
    return StateSignature.of(node, scope, bound, open, box);
  }

  /**
   * The same in another language, for a program that computes it itself.
   *
   * @param known values of names, which are written as constants
   * @param names how the program calls the other names; integers there are 64 bits wide
   * @throws IllegalArgumentException if it is a word, or a name is in neither
   */
  public String in(Dialect dialect, Map<String, Value> known, Map<String, String> names) {
    return new Translation(dialect, scope, known, names).of(node);
  }

  @Override
  public String toString() {
    return text;
  }

  private long[] slots(Frame frame) {
    if (frame.scope() != scope) {
      throw new IllegalArgumentException("The frame of another scope for '" + text + "'.");
    }
    return frame.slots;
  }

  private IllegalStateException wrongType(Type wanted) {
    return new IllegalStateException(
        "'" + text + "' is " + type().label() + ", not " + wanted.label() + ".");
  }
}
