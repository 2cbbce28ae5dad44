package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.ExpressionException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code let}: named formulas in any order. Formulas may read each other without cycles. */
final class LetReader {

  private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Za-z_]\\w*(?![\\w.])");

  private final YamlDocument document;
  private final YamlNode.Mapping let;
  private final Set<String> done = new LinkedHashSet<>();
  private Scope scope;

  private LetReader(YamlDocument document, YamlNode.Mapping let, Scope scope) {
    this.document = document;
    this.let = let;
    this.scope = scope;
  }

  /**
   * Adds the formulas to a scope.
   *
   * @throws InvalidFileException if a formula is invalid or its name is taken
   */
  static Scope defined(YamlDocument document, YamlNode.Mapping let, Scope scope) {
    var reader = new LetReader(document, let, scope);
    Map<String, YamlNode> formulas = new LinkedHashMap<>(let.values());
    formulas.keySet().removeIf(reader::isTaken);
    for (String name : formulas.keySet()) {
      reader.define(name, List.of());
    }
    document.check();
    return reader.scope;
  }

  private boolean isTaken(String name) {
    if (NameReader.isReserved(name) || scope.declares(name)) {
      document.problem(
          let.key(name),
          scope.declares(name)
              ? "'" + name + "' names a formula and a parameter or a dimension"
              : "'" + name + "' cannot be a name here",
          scope.declares(name)
              ? "Rename one of the two."
              : "It is a word of C, of the expressions or of evo.");
      return true;
    }
    return false;
  }

  private void define(String name, List<String> readBy) {
    if (readBy.contains(name)) {
      var circle = new ArrayList<>(readBy.subList(readBy.indexOf(name), readBy.size()));
      circle.add(name);
      document.problem(
          let.key(circle.getFirst()),
          "'" + name + "' reads itself: " + String.join(" → ", circle),
          "Break the cycle: a formula must reduce to parameters and dimensions.");
      document.check();
    }
    if (!done.contains(name)) {
      YamlNode.Scalar text = let.value(name).scalar();
      var within = new ArrayList<>(readBy);
      within.add(name);
      Matcher read = NAME.matcher(text.text());
      while (read.find()) {
        if (let.find(read.group()).isPresent() && !scope.declares(read.group())) {
          define(read.group(), within);
        }
      }
      done.add(name);
      try {
        scope = scope.define(name, Expression.parse(text.text(), scope));
      } catch (ExpressionException e) {
        document.problem(text, e);
        document.check();
      }
    }
  }
}
