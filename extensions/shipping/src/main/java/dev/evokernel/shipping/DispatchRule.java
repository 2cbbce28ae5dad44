package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;

/** Decision tree that maps shapes to configurations of a set. */
sealed interface DispatchRule {

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

    public int configuration() {
      return configurations.getFirst();
    }
  }

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

  record RuleText(List<String> names, List<String> lines, Map<String, String> letters) {

    /** Maximum length of a feature that is not abbreviated by a letter. */
    private static final int SHORT = 40;

    static List<String> lines(DispatchRule rule, List<String> names) {
      var text = new RuleText(names, new ArrayList<>(), new LinkedHashMap<>());
      text.add(rule, "");
      text.letters.forEach(
          (feature, letter) -> text.lines.add("where %s is %s".formatted(letter, feature)));
      return text.lines;
    }

    private void add(DispatchRule rule, String indent) {
      switch (rule) {
        case Leaf leaf -> lines.add(indent + names.get(leaf.configuration()));
        case Split(Question question, DispatchRule yes, DispatchRule no) -> {
          branch(indent + "if " + text(question), yes, indent);
          DispatchRule rest = no;
          while (rest instanceof Split(Question next, DispatchRule then, DispatchRule otherwise)) {
            branch(indent + "else if " + text(next), then, indent);
            rest = otherwise;
          }
          branch(indent + "else", rest, indent);
        }
      }
    }

    private void branch(String head, DispatchRule then, String indent) {
      if (then instanceof Leaf leaf) {
        lines.add(head + ": " + names.get(leaf.configuration()));
      } else {
        lines.add(head + ":");
        add(then, indent + "  ");
      }
    }

    private String text(Question question) {
      if (question instanceof Question.AtMost atMost && atMost.feature().text().length() > SHORT) {
        String letter =
            letters.computeIfAbsent(
                atMost.feature().text(), _ -> "<" + (char) ('a' + letters.size() % 26) + ">");
        return letter + " <= " + atMost.threshold();
      }
      return question.text();
    }
  }

  /** Test of a shape at an inner node of a rule. */
  sealed interface Question {

    /**
     * Test as a boolean expression, which {@code Expression.in} translates to other languages.
     * Words compare as the numbers of {@link dev.evokernel.expr.Scope#bits}.
     */
    Expression condition();

    /**
     * Whether the test holds for a shape.
     *
     * @param frame from {@link ShapeFeatures#frame}
     * @throws EvaluationException if the feature has no value for this shape
     */
    default boolean holds(Frame frame) {
      return condition().test(frame);
    }

    /** Text of the test, for example {@code B * H <= 64}. */
    default String text() {
      return condition().text();
    }

    /**
     * Comparison of a feature with a threshold: a number that follows from the shape, for example
     * {@code B * H}.
     *
     * @param condition {@code feature <= threshold}
     */
    record AtMost(Expression feature, long threshold, Expression condition) implements Question {}

    /**
     * Comparison of a fact with a value.
     *
     * @param condition {@code fact == value}
     */
    record Is(String fact, Value value, Expression condition) implements Question {}
  }
}
