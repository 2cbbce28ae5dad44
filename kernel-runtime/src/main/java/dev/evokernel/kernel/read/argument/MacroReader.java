package dev.evokernel.kernel.read.argument;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.source.ShapeMacros;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code macros}, which depend on the shape. */
public record MacroReader(YamlDocument document, Optional<YamlNode> node) {

  public void declareWords(Scope.Builder scope) {
    node.ifPresent(
        macros ->
            WrittenMacros.declareWords(
                scope, macros.mapping().values().values().stream().map(YamlNode::text).toList()));
  }

  /** Reads the macros. Sources must mention them, unless a build program receives them. */
  public ShapeMacros macros(ExpressionReader expressions, Source candidates, Reference reference) {
    if (node.isEmpty()) {
      return ShapeMacros.NONE;
    }
    var words =
        new SourceWords(
            Stream.concat(candidates.files().stream(), reference.files().stream()).toList());
    var macros = new LinkedHashMap<String, Expression>();
    node.get()
        .mapping()
        .forEach(
            (name, value) -> {
              if (expressions.isParameter(name)) {
                document.problem(
                    node.get().mapping().key(name),
                    "'" + name + "' is both a parameter and a macro",
                    "Remove one of the two.");
              } else if (candidates.build().isEmpty()) {
                words.check(document, node.get().mapping().key(name), name);
              }
              macros.put(name, expressions.macro(value));
            });
    return new ShapeMacros(macros);
  }
}
