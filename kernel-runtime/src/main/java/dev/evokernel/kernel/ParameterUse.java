package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds parameters with misspelt names: no source mentions them, but a name like theirs, and
 * neither flags, launch, arguments nor macros read them. A name that is like no other may be put
 * together by a macro.
 */
record ParameterUse(EntryPoint entryPoint, List<Parameter> parameters) {

  /**
   * @param keys of the parameters in the file
   */
  void check(YamlDocument document, YamlNode.Mapping keys) {
    if (entryPoint.source().build().isPresent()) {
      return; // A program that builds the binaries is told every parameter.
    }
    var read = new HashSet<String>(entryPoint.source().inBraces());
    expressions().map(Expression::names).forEach(read::addAll);
    List<Parameter> macros =
        parameters.stream().filter(parameter -> !read.contains(parameter.name())).toList();
    if (macros.isEmpty()) {
      return;
    }
    var words = new SourceWords(entryPoint.source().files());
    for (Parameter macro : macros) {
      words
          .misspelt(macro.name())
          .ifPresent(
              near ->
                  document.problem(
                      keys.key(macro.name()),
                      "no source mentions '" + macro.name() + "'",
                      "Maybe '%s'? If it is meant, write flags: [\"-D%s={%s}\"]."
                          .formatted(near, macro.name(), macro.name())));
    }
  }

  /** What reaches a launch without going through the compiler, and what macros read. */
  private Stream<Expression> expressions() {
    LaunchGeometry launch = entryPoint.launch();
    return Stream.of(
            launch == null ? Stream.<Expression>of() : launch.expressions().stream(),
            entryPoint.signature().arguments().stream().flatMap(ParameterUse::expressions),
            entryPoint.macros().expressions().values().stream())
        .flatMap(all -> all);
  }

  private static Stream<Expression> expressions(Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer -> buffer.dimensions().stream();
      case Argument.Scalar scalar -> Stream.of(scalar.value());
      case Argument.Scratch scratch -> Stream.of(scratch.elements());
      case Argument.TensorMap map -> Stream.concat(map.box().stream(), Stream.of(map.promotion()));
    };
  }
}
