package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Member;
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
  private static final List<String> KINDS = List.of("of", "struct", "pointers");

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
    document.refuse(
        node,
        Stream.concat(Stream.of("dimensions", "scratch"), ArgumentReader.OF_BUFFERS.stream())
            .toList(),
        "a value",
        "Only buffers, which have 'dimensions', take this key.");
    document.refuse(
        node, List.of("type"), "a pointer or a structure", "What it points to has one.");
    return new Argument.ByValue(
        name,
        value instanceof YamlNode.Empty ? new Member.Pointers(List.of()) : member(value.mapping()));
  }

  private Member member(YamlNode.Mapping node) {
    List<String> kinds = KINDS.stream().filter(kind -> node.find(kind).isPresent()).toList();
    Optional<YamlNode> value = node.find("value");
    if (kinds.size() + (value.isPresent() ? 1 : 0) != 1) {
      document.problem(
          node,
          kinds.isEmpty()
              ? "a value without content"
              : "a value has " + String.join(" and ", kinds),
          "Write one of {type: i32, value: M}, {value: null}, {of: A}, {struct: […]} and"
              + " {pointers: […]}.");
      return new Member.Pointers(List.of());
    }
    if (value.isPresent()) {
      return value.get() instanceof YamlNode.Empty
          ? new Member.Pointers(List.of())
          : number(node, value.get());
    }
    return switch (kinds.getFirst()) {
      case "of" -> pointer(node);
      case "struct" ->
          new Member.Struct(node.value("struct").each(element -> member(element.mapping())));
      default ->
          new Member.Pointers(node.value("pointers").each(element -> pointer(element.mapping())));
    };
  }

  private Member number(YamlNode.Mapping node, YamlNode value) {
    document.require(node, List.of("type"), "The type of the number.");
    Optional<YamlNode> named = node.find("type");
    Optional<ElementType> known = named.flatMap(type -> ElementType.find(type.text()));
    if (named.isPresent() && (known.isEmpty() || !isNumber(known.get()))) {
      document.problem(
          named.get(),
          "a member of a structure cannot be " + named.get().text(),
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
    document.refuse(
        node,
        List.of("type", "dimensions", "fill", "output", "value", "scratch"),
        "a tensor map",
        "Its buffer states type and dimensions.");
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
