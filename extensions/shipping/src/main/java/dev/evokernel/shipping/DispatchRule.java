package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;

/** Decision tree that maps shapes to configurations of a set. */
public sealed interface DispatchRule {

  /**
   * Leaf of the tree.
   *
   * @param configurations positions in the set, the best first; the first whose constraints hold
   *     serves the shape
   */
  record Leaf(List<Integer> configurations) implements DispatchRule {
    public Leaf {
      configurations = List.copyOf(configurations);
      if (configurations.isEmpty()) {
        throw new IllegalArgumentException("A leaf must name at least one configuration.");
      }
    }

    /** Position of the first choice. */
    public int configuration() {
      return configurations.getFirst();
    }
  }

  /** Inner node of the tree. */
  record Split(Question question, DispatchRule yes, DispatchRule no) implements DispatchRule {}

  /**
   * Leaf for a shape.
   *
   * @param frame from {@link ShapeFeatures#frame}
   * @throws EvaluationException if a feature has no value for this shape
   */
  default Leaf at(Frame frame) {
    return switch (this) {
      case Leaf leaf -> leaf;
      case Split(Question question, DispatchRule yes, DispatchRule no) ->
          (question.holds(frame) ? yes : no).at(frame);
    };
  }

  /**
   * Position of the configuration for a shape; empty if none can run the shape.
   *
   * @param runs whether the configuration at a position can run the shape
   */
  default Optional<Integer> choice(Frame frame, IntPredicate runs) {
    return at(frame).configurations().stream().filter(runs::test).findFirst();
  }

  default int leaves() {
    return switch (this) {
      case Leaf _ -> 1;
      case Split(Question _, DispatchRule yes, DispatchRule no) -> yes.leaves() + no.leaves();
    };
  }

  /**
   * Lines of text, for example {@code if S <= 1024: candidate 13} and {@code else: candidate 31}. A
   * long feature is abbreviated by a letter; the last lines define the letters.
   */
  default List<String> lines(List<String> names) {
    return RuleText.lines(this, names);
  }
}
