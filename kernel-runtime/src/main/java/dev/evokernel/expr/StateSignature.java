package dev.evokernel.expr;

import module java.base;

/**
 * State of an expression after some names are bound: the values of the largest parts that read
 * bound names and no open one. Assignments with equal signatures have the same results for all
 * values of the open names.
 *
 * <p>For {@code A * B * C <= 96} with {@code C} open, the signature is the number {@code A * B};
 * for a sum of twenty parameters, the partial sum. A space of 10¹² combinations therefore has few
 * states. Terms of an integer sum or product may be bound in any order, unless the whole can
 * overflow.
 */
public final class StateSignature {

  private final Scope scope;
  private final boolean[] bound;
  private final boolean[] open;
  private final Ranges ranges;
  private final List<Node.Code> parts = new ArrayList<>();

  private StateSignature(Scope scope, Set<String> bound, Set<String> open, Box box) {
    this.scope = scope;
    this.bound = slots(scope, bound);
    this.open = slots(scope, open);
    this.ranges = new Ranges(box);
  }

  static StateSignature of(Node node, Scope scope, Set<String> bound, Set<String> open, Box box) {
    var signature = new StateSignature(scope, bound, open, box);
    signature.collect(node);
    return signature;
  }

  /** Number of longs: one for each part, and one bit for each part's failure. */
  public int width() {
    return parts.size() + (parts.size() + Long.SIZE - 1) / Long.SIZE;
  }

  /** Writes the signature to {@code into}, starting at {@code from}. */
  public void read(Frame frame, long[] into, int from) {
    if (frame.scope() != scope) {
      throw new IllegalArgumentException("The frame belongs to another scope.");
    }
    int failures = from + parts.size();
    for (int at = failures; at < from + width(); at++) {
      into[at] = 0;
    }
    for (int part = 0; part < parts.size(); part++) {
      try {
        into[from + part] = parts.get(part).at(frame.slots);
      } catch (EvaluationException _) {
        into[from + part] = 0;
        into[failures + part / Long.SIZE] |= 1L << part;
      }
    }
  }

  private void collect(Node node) {
    if (!node.reads(bound)) {
      return;
    }
    if (!node.reads(open)) {
      parts.add(node.code());
      return;
    }
    if (!collectTerms(node)) {
      node.parts().forEach(this::collect);
    }
  }

  /** Combines the bound terms of a sum, or the factors of a product, into one part. */
  private boolean collectTerms(Node chain) {
    if (!(chain instanceof Node.Operation(Type type, ArithmeticOperator operator, _, _, _))
        || type != Type.INTEGER
        || !(operator == ArithmeticOperator.SUM || operator == ArithmeticOperator.PRODUCT)
        || !ranges.isTotal(chain)) {
      return false;
    }
    var terms = new ArrayList<Node>();
    flatten(chain, operator, terms);
    Optional<Node> decided =
        terms.stream()
            .filter(term -> term.reads(bound) && !term.reads(open))
            .reduce((a, b) -> new Node.Operation(type, operator, a, b, ""));
    if (decided.isPresent() && !ranges.isTotal(decided.orElseThrow())) {
      return false;
    }
    decided.ifPresent(part -> parts.add(part.code()));
    terms.stream().filter(term -> term.reads(open)).forEach(this::collect);
    return true;
  }

  private static void flatten(Node node, ArithmeticOperator operator, List<Node> terms) {
    if (node instanceof Node.Operation(_, ArithmeticOperator inner, Node left, Node right, _)
        && inner == operator) {
      flatten(left, operator, terms);
      flatten(right, operator, terms);
    } else {
      terms.add(node);
    }
  }

  private static boolean[] slots(Scope scope, Set<String> names) {
    var slots = new boolean[scope.size()];
    names.forEach(name -> slots[scope.slot(name)] = true);
    return slots;
  }
}
