package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code micro}; a missing key has the value of the kernel's own section. */
final class MiniatureReader {

  private final YamlDocument document;
  private final YamlNode.Mapping node;

  MiniatureReader(YamlDocument document, YamlNode.Mapping node) {
    this.document = document;
    this.node = node;
  }

  /** The files, the entry and the flags. */
  Source source(SourceReader sources, Optional<YamlNode> flags) {
    return sources.source(
        node.value("sources"), node.value("entry"), node.find("flags").or(() -> flags));
  }

  /** A shape of the kernel's dimensions. */
  Shape shape(List<Shape> shapes, List<Parameter> facts, NameReader reader) {
    YamlNode.Mapping sizes = node.value("shape").mapping();
    List<String> names = List.copyOf(shapes.getFirst().plain().keySet());
    sizes
        .keys()
        .forEach(
            (name, place) -> {
              if (!names.contains(name)) {
                document.problem(
                    place,
                    "the miniature's shape has the dimension '"
                        + name
                        + "', and the kernel has none",
                    "It has the dimensions of the kernel's shapes: "
                        + String.join(", ", names)
                        + ".");
              }
            });
    names.stream()
        .filter(name -> sizes.find(name).isEmpty())
        .forEach(
            name ->
                document.problem(
                    node.key("shape"),
                    "the miniature's shape lacks the dimension '" + name + "'",
                    "It has every dimension of the kernel's shapes: "
                        + String.join(", ", names)
                        + "."));
    return reader.shape("miniature", sizes, names, facts);
  }

  /**
   * @param kernel the section's own
   * @param arguments the reader of this backend's
   */
  Signature signature(Signature kernel, ArgumentReader arguments) {
    Signature own = node.find("arguments").map(arguments::signature).orElse(kernel);
    own.commands()
        .findFirst()
        .ifPresent(
            command ->
                document.problem(
                    node,
                    "the miniature has an input that the command '" + command + "' makes",
                    "Give 'micro' 'arguments' of its own, with other fills."));
    return own;
  }

  Optional<Expression> work(ExpressionReader expressions) {
    return node.find("work")
        .map(work -> expressions.number(work, ExpressionReader.Reach.EVERYTHING));
  }

  /** A launch of its own, if it has one. */
  Optional<YamlNode.Mapping> launch(@Nullable LaunchGeometry kernel) {
    if (kernel == null && node.find("launch").isPresent()) {
      document.problem(
          node.key("launch"),
          "a miniature without a grid has a 'launch'",
          "This backend calls the entry once; remove it.");
      return Optional.empty();
    }
    return node.find("launch").map(YamlNode::mapping);
  }
}
