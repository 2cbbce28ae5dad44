package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Reads what is passed by value: numbers, pointers into buffers, structures of both, and tensor
 * maps.
 *
 * @param arguments that may be pointed to
 */
record MemberReader(
    YamlDocument document, ExpressionReader expressions, String backend, List<Argument> arguments) {

  private static final ExpressionReader.Reach REACH = ExpressionReader.Reach.CONFIGURATION;
  private static final int MOST_DIMENSIONS = 5;
  private static final int USUAL_PROMOTION = 128;

  /** Whether the argument's value is more than a number. */
  static boolean isNeeded(YamlNode.Mapping argument) {
    return argument.has("tensor_map")
        || argument.find("value").filter(value -> !(value instanceof YamlNode.Scalar)).isPresent();
  }

  Optional<Argument> argument(String name, YamlNode.Mapping node) {
    return node.has("tensor_map") ? tensorMap(name, node) : Optional.of(byValue(name, node));
  }

  private Argument byValue(String name, YamlNode.Mapping node) {
    YamlNode value = node.value("value");
    return new Argument.ByValue(
        name,
        value instanceof YamlNode.Empty ? new Member.Pointers(List.of()) : member(value.mapping()));
  }

  private Member member(YamlNode.Mapping node) {
    if (node.has("of")) {
      return pointer(node);
    }
    if (node.has("struct")) {
      return new Member.Struct(node.value("struct").each(element -> member(element.mapping())));
    }
    return node.find("value")
        .filter(value -> !(value instanceof YamlNode.Empty))
        .map(value -> number(node, value))
        .orElseGet(
            () ->
                new Member.Pointers(
                    node.elements("pointers").stream()
                        .map(element -> pointer(element.mapping()))
                        .toList()));
  }

  private Member number(YamlNode.Mapping node, YamlNode value) {
    Optional<YamlNode> type = node.find("type");
    Optional<ElementType> known = type.flatMap(named -> ElementType.find(named.text()));
    if (type.isPresent() && known.filter(this::isNumber).isEmpty()) {
      document.problem(
          type.get(),
          "a member of a structure cannot be " + type.get().text(),
          "Use f32, f64, or an integer of at least a byte: i8 … i64, u8 … u64; on cuda also f16 and"
              + " bf16.");
    }
    return number(known.orElse(ElementType.F64), value);
  }

  private boolean isNumber(ElementType type) {
    return ArgumentReader.isScalar(type)
        && (type.bits() >= Float.SIZE || !type.isFloating() || !backend.equals("cpu"));
  }

  Member.Scalar number(ElementType type, YamlNode value) {
    return new Member.Scalar(
        type,
        type.isFloating() ? expressions.number(value, REACH) : expressions.integer(value, REACH));
  }

  private Member.Pointer pointer(YamlNode.Mapping node) {
    YamlNode of = node.value("of");
    var _ = buffer(of);
    return new Member.Pointer(
        of.text(),
        integer(node, "offset", 0),
        integer(node, "count", 1),
        integer(node, "stride", 0));
  }

  private Expression integer(YamlNode.Mapping node, String key, int otherwise) {
    return node.find(key)
        .map(value -> expressions.integer(value, REACH))
        .orElseGet(() -> expressions.constant(otherwise));
  }

  private Optional<Argument> tensorMap(String name, YamlNode.Mapping node) {
    if (!backend.equals("cuda")) {
      document.problem(
          node.key("tensor_map"),
          "the backend '" + backend + "' has no tensor maps",
          "Give each backend's section its own arguments.");
    }
    YamlNode.Mapping map = node.value("tensor_map").mapping();
    YamlNode of = map.value("of");
    Optional<Argument.Buffer> found = buffer(of);
    List<Expression> box = map.value("box").each(size -> expressions.integer(size, REACH));
    Expression promotion =
        map.find("promotion")
            .map(bytes -> expressions.integer(bytes, REACH))
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

  private Optional<Argument.Buffer> buffer(YamlNode of) {
    List<Argument.Buffer> buffers =
        arguments.stream()
            .filter(Argument.Buffer.class::isInstance)
            .map(Argument.Buffer.class::cast)
            .filter(buffer -> !buffer.isSymbol())
            .toList();
    List<String> names = buffers.stream().map(Argument.Buffer::name).toList();
    return document.knows(names, of, "there is no buffer '%s'")
        ? Optional.of(buffers.get(names.indexOf(of.text())))
        : Optional.empty();
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
