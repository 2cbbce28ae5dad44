package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CText;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Check for parameters without effect: no flag, launch, argument or macro reads the name, and no
 * source mentions it in code. A name that the preprocessor may assemble is tried by the compiler;
 * without a compiler only a name with a similar one in the sources is an error.
 */
record ParameterUse(Kernel kernel, Optional<CompilerView> compiler) {

  private static final int MOST_VALUES = 4;

  void check(YamlDocument document, YamlNode.Mapping keys) {
    EntryPoint entryPoint = kernel.entryPoint();
    if (entryPoint.source().build().isPresent()) {
      return; // A build program receives every parameter.
    }
    var read = new HashSet<String>(entryPoint.source().inBraces());
    expressions().map(Expression::names).forEach(read::addAll);
    List<Path> files = entryPoint.source().read().filter(Files::isRegularFile).distinct().toList();
    String code =
        files.stream()
            .map(DistantSources::text)
            .map(CText::plain)
            .collect(Collectors.joining("\n"));
    List<Parameter> macros =
        kernel.parameters().stream()
            .filter(parameter -> !read.contains(parameter.name()))
            .filter(parameter -> !code.matches("(?s).*\\b" + parameter.name() + "\\b.*"))
            .toList();
    if (macros.isEmpty()) {
      return;
    }
    var words = new SourceWords(files);
    for (Parameter macro : macros) {
      Optional<String> near =
          compiler.isPresent() ? words.nearest(macro.name()) : words.misspelt(macro.name());
      if (compiler.map(view -> !changes(macro, view)).orElseGet(near::isPresent)) {
        document.problem(
            keys.key(macro.name()),
            "no source mentions '" + macro.name() + "'",
            near.map("Maybe '%s'? "::formatted).orElse("")
                + "If the name is right, write flags: [\"-D%s={%s}\"]."
                    .formatted(macro.name(), macro.name()));
      }
    }
  }

  /** Compiles the default with further values; a value with which that fails has an effect. */
  private boolean changes(Parameter macro, CompilerView view) {
    Configuration base = kernel.defaultConfiguration();
    String text = view.digest(kernel, base);
    return macro.values().size() == 1
        || macro.values().stream()
            .limit(MOST_VALUES)
            .anyMatch(value -> !view.digest(kernel, base.with(macro.name(), value)).equals(text));
  }

  private Stream<Expression> expressions() {
    EntryPoint entryPoint = kernel.entryPoint();
    return Stream.of(
            entryPoint.launches().stream()
                .flatMap(launch -> Stream.ofNullable(launch.geometry()))
                .flatMap(geometry -> geometry.expressions().stream()),
            entryPoint.signature().arguments().stream().flatMap(Argument::expressions),
            entryPoint.macros().expressions().values().stream())
        .flatMap(all -> all);
  }
}
