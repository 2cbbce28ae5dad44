package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.read.argument.SourceWords;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Check for misspelt parameters: no source, flag, launch, argument or macro mentions the name, but
 * a source has a similar one. A name without a similar one may be assembled by the preprocessor.
 */
record ParameterUse(EntryPoint entryPoint, List<Parameter> parameters) {

  void check(YamlDocument document, YamlNode.Mapping keys) {
    if (entryPoint.source().build().isPresent()) {
      return; // A build program receives every parameter.
    }
    var read = new HashSet<String>(entryPoint.source().inBraces());
    expressions().map(Expression::names).forEach(read::addAll);
    List<Parameter> macros =
        parameters.stream().filter(parameter -> !read.contains(parameter.name())).toList();
    if (macros.isEmpty()) {
      return;
    }
    var words = new SourceWords(entryPoint.source().read().distinct().toList());
    for (Parameter macro : macros) {
      words
          .misspelt(macro.name())
          .ifPresent(
              near ->
                  document.problem(
                      keys.key(macro.name()),
                      "no source mentions '" + macro.name() + "'",
                      "Maybe '%s'? If the name is right, write flags: [\"-D%s={%s}\"]."
                          .formatted(near, macro.name(), macro.name())));
    }
  }

  private Stream<Expression> expressions() {
    return Stream.of(
            entryPoint.launches().stream()
                .flatMap(launch -> Stream.ofNullable(launch.geometry()))
                .flatMap(geometry -> geometry.expressions().stream()),
            entryPoint.signature().arguments().stream().flatMap(Argument::expressions),
            entryPoint.macros().expressions().values().stream())
        .flatMap(all -> all);
  }
}
