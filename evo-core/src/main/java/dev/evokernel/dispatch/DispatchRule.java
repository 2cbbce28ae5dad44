package dev.evokernel.dispatch;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/** Which configuration of a set serves a shape: a decision tree. */
public sealed interface DispatchRule {

  /**
   * The end of the tree.
   *
   * @param configurations positions in the set, the best first. The first that can run the shape
   *     serves it; what cannot breaks one of its constraints there
   */
  record Leaf(List<Integer> configurations) implements DispatchRule {
    public Leaf {
      configurations = List.copyOf(configurations);
      if (configurations.isEmpty()) {
        throw new IllegalArgumentException("A leaf must name at least one configuration.");
      }
    }

    /** The position of the one that serves unless it cannot run. */
    public int configuration() {
      return configurations.getFirst();
    }
  }

  /** A question, and how to go on. */
  record Split(Question question, DispatchRule yes, DispatchRule no) implements DispatchRule {}

  /**
   * Where the tree ends for a shape.
   *
   * @param frame of {@link ShapeFeatures#frame}
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
   * The position of the configuration that serves a shape; empty where none can run it.
   *
   * @param runs whether the configuration at a position can run the shape
   */
  default Optional<Integer> choice(Frame frame, IntPredicate runs) {
    return at(frame).configurations().stream().filter(runs::test).findFirst();
  }

  /** How many ends the tree has. */
  default int leaves() {
    return switch (this) {
      case Leaf _ -> 1;
      case Split(Question _, DispatchRule yes, DispatchRule no) -> yes.leaves() + no.leaves();
    };
  }

  /** The positions that it serves with, ascending, but for what stands in for what cannot run. */
  default Set<Integer> served() {
    return switch (this) {
      case Leaf leaf -> Set.of(leaf.configuration());
      case Split(Question _, DispatchRule yes, DispatchRule no) -> {
        var both = new LinkedHashSet<>(yes.served());
        both.addAll(no.served());
        yield both;
      }
    };
  }

  /**
   * As text, for example {@code if S <= 1024: candidate 13} and {@code else: candidate 31}. Long
   * features have a letter, which lines at the end explain.
   *
   * @param names of the configurations, by position
   */
  default List<String> lines(List<String> names) {
    return RuleText.lines(this, names);
  }
}
