package dev.evokernel.kernel.read.argument;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads tensor maps. */
record TensorMapReader(YamlDocument document, ExpressionReader expressions, String backend) {

  private static final int MOST_DIMENSIONS = 5;
  private static final int USUAL_PROMOTION = 128;

  /**
   * @param others arguments other than tensor maps
   */
  Optional<Argument> argument(String name, YamlNode.Mapping node, Collection<Argument> others) {
    if (!backend.equals("cuda")) {
      document.problem(
          node.key("tensor_map"),
          "the backend '" + backend + "' has no tensor maps",
          "Give each backend's section its own arguments.");
    }
    document.refuse(
        node,
        List.of("type", "dimensions", "fill", "output", "value", "scratch"),
        "a tensor map",
        "Its buffer states type and dimensions.");
    YamlNode.Mapping map = node.value("tensor_map").mapping();
    YamlNode of = map.value("of");
    Optional<Argument.Buffer> found = buffer(document, of, others);
    List<Expression> box =
        map.value("box")
            .each(size -> expressions.integer(size, ExpressionReader.Reach.CONFIGURATION));
    Expression promotion =
        map.find("promotion")
            .map(bytes -> expressions.integer(bytes, ExpressionReader.Reach.CONFIGURATION))
            .orElseGet(() -> expressions.constant(USUAL_PROMOTION));
    return found
        .filter(buffer -> fits(map, buffer, box))
        .map(
            buffer ->
                new Argument.TensorMap(
                    name,
                    buffer,
                    box,
                    map.find("swizzle")
                        .map(YamlNode::text)
                        .flatMap(label -> Labelled.find(Argument.Swizzle.class, label))
                        .orElse(Argument.Swizzle.NONE),
                    promotion));
  }

  /** Finds the buffer that a node names. */
  static Optional<Argument.Buffer> buffer(
      YamlDocument document, YamlNode of, Collection<Argument> arguments) {
    List<Argument.Buffer> buffers =
        arguments.stream()
            .filter(Argument.Buffer.class::isInstance)
            .map(Argument.Buffer.class::cast)
            .filter(buffer -> !buffer.isSymbol())
            .toList();
    Optional<Argument.Buffer> found =
        buffers.stream().filter(buffer -> buffer.name().equals(of.text())).findFirst();
    if (found.isEmpty()) {
      document.problem(
          of,
          "there is no buffer '" + of.text() + "'",
          Spelling.advice(of.text(), buffers.stream().map(Argument.Buffer::name).toList()));
    }
    return found;
  }

  private boolean fits(YamlNode.Mapping map, Argument.Buffer buffer, List<Expression> box) {
    int dimensions = buffer.dimensions().size();
    if (buffer.type().isPacked()) {
      document.problem(
          map.value("of"),
          "'%s' has elements of four bits".formatted(buffer.name()),
          "Declare its bytes: type: u8, with half as many elements in a row.");
      return false;
    }
    if (dimensions > MOST_DIMENSIONS) {
      document.problem(
          map.value("of"),
          "'%s' has %d dimensions".formatted(buffer.name(), dimensions),
          "A tensor map has at most %d.".formatted(MOST_DIMENSIONS));
      return false;
    }
    if (dimensions != box.size()) {
      document.problem(
          map.value("box"),
          "a box of %d dimensions for '%s', which has %d"
              .formatted(box.size(), buffer.name(), dimensions),
          "Write one size for each of the buffer's dimensions, in their order.");
      return false;
    }
    return true;
  }
}
