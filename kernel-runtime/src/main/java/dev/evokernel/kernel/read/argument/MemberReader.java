package dev.evokernel.kernel.read.argument;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Member;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Reads what is passed by value: numbers, pointers into buffers, and structures of both.
 *
 * @param buffers by name
 */
record MemberReader(
    YamlDocument document,
    ExpressionReader expressions,
    String backend,
    Map<String, Argument.Buffer> buffers) {

  private static final ExpressionReader.Reach REACH = ExpressionReader.Reach.CONFIGURATION;
  private static final List<String> KINDS = List.of("of", "struct", "pointers");

  /** Whether the argument's value is more than a number. */
  static boolean isNeeded(YamlNode.Mapping argument) {
    return argument.find("value").filter(value -> !(value instanceof YamlNode.Scalar)).isPresent();
  }

  Argument argument(String name, YamlNode.Mapping node) {
    YamlNode value = node.value("value");
    document.refuse(
        node,
        Stream.concat(Stream.of("dimensions", "scratch"), ArgumentReader.OF_BUFFERS.stream())
            .toList(),
        "a value",
        "Only buffers, which have 'dimensions', take this key.");
    if (value instanceof YamlNode.Empty) {
      return new Argument.ByValue(name, new Member.Null());
    }
    document.refuse(
        node, List.of("type"), "a pointer or a structure", "What it points to has one.");
    return new Argument.ByValue(name, member(value.mapping()));
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
      return new Member.Null();
    }
    if (value.isPresent()) {
      return value.get() instanceof YamlNode.Empty ? new Member.Null() : number(node, value.get());
    }
    return switch (kinds.getFirst()) {
      case "of" -> pointer(node, /* several= */ false);
      case "struct" ->
          new Member.Struct(node.value("struct").each(element -> member(element.mapping())));
      default ->
          new Member.Pointers(
              node.value("pointers").each(element -> pointer(element.mapping(), true)));
    };
  }

  private Member number(YamlNode.Mapping node, YamlNode value) {
    document.require(node, List.of("type"), "The type of the number.");
    ElementType type =
        node.find("type").flatMap(named -> ElementType.find(named.text())).orElse(ElementType.F64);
    boolean half = type.isFloating() && type.bits() < Float.SIZE;
    if (node.find("type").filter(named -> !named.text().equals(type.label())).isPresent()
        || type.isPacked()
        || half && (type.bits() == Byte.SIZE || backend.equals("cpu"))) {
      document.problem(
          node.value("type"),
          "a member of a structure cannot be " + node.value("type").text(),
          "Use %sf32, f64, or an integer of at least a byte: i8 … i64, u8 … u64."
              .formatted(backend.equals("cpu") ? "" : "f16, bf16, "));
    }
    return new Member.Number(
        type,
        type.isFloating() ? expressions.number(value, REACH) : expressions.integer(value, REACH));
  }

  private Member.Pointer pointer(YamlNode.Mapping node, boolean several) {
    YamlNode of = node.value("of");
    Argument.Buffer buffer = buffers.get(of.text());
    if (buffer == null || buffer.isSymbol()) {
      document.problem(
          of,
          "there is no buffer '" + of.text() + "'" + (buffer == null ? "" : " outside symbols"),
          Spelling.advice(of.text(), List.copyOf(buffers.keySet())));
    }
    if (!several) {
      document.refuse(
          node,
          List.of("count", "stride"),
          "one pointer",
          "Write {pointers: [{of: …, count: …}]}.");
    }
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
}
