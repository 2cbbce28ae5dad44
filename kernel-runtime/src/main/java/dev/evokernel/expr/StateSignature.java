package dev.evokernel.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the names bound so far leave of an expression: the values of the largest parts that read
 * bound names and no open one. Assignments with the same residue are the same to the expression,
 * whatever the open names become.
 *
 * <p>{@code A * B * C <= 96} with {@code C} open leaves the one number {@code A * B}, and a sum of
 * twenty parameters leaves its partial sum; that is why a space of 10¹² combinations has few
 * states. The terms of an integer sum or product count in whatever order they are bound, as long as
 * the whole cannot overflow.
 */
public final class StateSignature {

  private final Scope scope;
  private final boolean[] bound;
  private final boolean[] open;
  private final Ranges ranges;
  private final List<IntegerNode.Code> parts = new ArrayList<>();

  private StateSignature(Scope scope, Set<String> bound, Set<String> open, Box box) {
    this.scope = scope;
    this.bound = slots(scope, bound);
    this.open = slots(scope, open);
    this.ranges = new Ranges(box);
  }

  /**
   * @param bound names that will have a value; names neither bound nor open are constants
   * @param open names that will not
   * @param box the widest range of every name
   */
  static StateSignature of(Node node, Scope scope, Set<String> bound, Set<String> open, Box box) {
    var residue = new StateSignature(scope, bound, open, box);
    residue.collect(node);
    return residue;
  }

  /** How many numbers it takes: a value for each part, and which parts have none. */
  public int width() {
    return parts.size() + (parts.size() + Long.SIZE - 1) / Long.SIZE;
  }

  /** Writes it to {@code into}, from {@code from} on. */
  public void read(Frame frame, long[] into, int from) {
    if (frame.scope() != scope) {
      throw new IllegalArgumentException("The frame of another scope.");
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
    if (!Parts.read(node, bound)) {
      return;
    }
    if (!Parts.read(node, open)) {
      parts.add(node.bits());
      return;
    }
    if (!(node instanceof IntegerNode chain && collectTerms(chain))) {
      Parts.of(node).forEach(this::collect);
    }
  }

  /** Takes the bound terms of a sum, or the factors of a product, as one part. */
  private boolean collectTerms(IntegerNode chain) {
    if (!(chain instanceof IntegerNode.Operation(Arithmetic operator, _, _, _))
        || !(operator == Arithmetic.SUM || operator == Arithmetic.PRODUCT)
        || !ranges.isTotal(chain)) {
      return false;
    }
    var terms = new ArrayList<IntegerNode>();
    flatten(chain, operator, terms);
    Optional<IntegerNode> decided =
        terms.stream()
            .filter(term -> Parts.read(term, bound) && !Parts.read(term, open))
            .reduce((a, b) -> new IntegerNode.Operation(operator, a, b, ""));
    if (decided.isPresent() && !ranges.isTotal(decided.orElseThrow())) {
      return false;
    }
    decided.ifPresent(part -> parts.add(part.code()));
    terms.stream().filter(term -> Parts.read(term, open)).forEach(this::collect);
    return true;
  }

  private static void flatten(IntegerNode node, Arithmetic operator, List<IntegerNode> terms) {
    if (node instanceof IntegerNode.Operation(Arithmetic inner, var left, var right, _)
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
