package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.shipping.DispatchRule.Leaf;
import dev.evokernel.shipping.DispatchRule.Split;

final class RuleText {

  /** Maximum length of a feature that is not abbreviated by a letter. */
  private static final int SHORT = 40;

  private final List<String> names;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, String> letters = new LinkedHashMap<>();

  private RuleText(List<String> names) {
    this.names = names;
  }

  static List<String> lines(DispatchRule rule, List<String> names) {
    var text = new RuleText(names);
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
