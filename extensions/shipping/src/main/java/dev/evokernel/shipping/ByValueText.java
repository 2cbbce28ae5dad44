package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Member;

/** Pointers into buffers, and structures: values besides numbers that generated files pass. */
record ByValueText(Shipment shipment, ShippedConfiguration shipped, ShapeNames names) {

  /** Numbers that the problem decides, in an argument. */
  Stream<Member.Scalar> numbers(Argument argument) {
    return switch (argument) {
      case Argument.Scalar(_, ElementType type, Expression value) ->
          shipment.isOfCaller(argument) ? Stream.of() : Stream.of(new Member.Scalar(type, value));
      case Argument.ByValue(_, Member content) ->
          content
              .parts()
              .flatMap(
                  part -> part instanceof Member.Scalar number ? Stream.of(number) : Stream.of());
      case Argument.Buffer _, Argument.Scratch _, Argument.TensorMap _ -> Stream.of();
    };
  }

  /** Type in C; a structure has the members that precede its tag. */
  String type(Argument.ByValue argument, String tag) {
    return argument.content() instanceof Member.Leaf leaf ? type(argument, leaf) : "struct " + tag;
  }

  /** Definition in C of an argument's structure; empty for a pointer. */
  String definition(Argument.ByValue argument, String tag) {
    if (argument.content() instanceof Member.Leaf) {
      return "";
    }
    var text = new StringBuilder("struct %s {\n".formatted(tag));
    List<Member.Leaf> members = argument.content().flat();
    for (int i = 0; i < members.size(); i++) {
      text.append(
          members.get(i) instanceof Member.Gap(long bytes)
              ? "  char gap_%d[%d];\n".formatted(i, bytes)
              : "  %s m_%d;\n".formatted(type(argument, members.get(i)), i));
    }
    return text.append("};\n").toString();
  }

  private String type(Argument.ByValue argument, Member.Leaf leaf) {
    return leaf instanceof Member.Scalar(ElementType type, _)
        ? supported(argument, type).c()
        : shipment.isCuda() ? "CUdeviceptr" : "void *";
  }

  private static ElementType supported(Argument argument, ElementType type) {
    if (type.isFloating() && type.bits() < Float.SIZE) {
      throw new IllegalArgumentException(
          "The generated launcher cannot pass the %s in '%s'. Pass f32 and round in the kernel."
              .formatted(type.label(), argument.name()));
    }
    return type;
  }

  /** Value in C. */
  String value(Argument.ByValue argument, String tag) {
    return argument.content() instanceof Member.Leaf leaf
        ? value(argument, leaf)
        : argument.content().flat().stream()
            .map(leaf -> value(argument, leaf))
            .collect(Collectors.joining(", ", "(struct %s){".formatted(tag), "}"));
  }

  private String value(Argument.ByValue argument, Member.Leaf leaf) {
    return switch (leaf) {
      case Member.Scalar(ElementType type, Expression value) ->
          "(%s)%s".formatted(supported(argument, type).c(), names.of(value, shipped));
      case Member.Pointer to ->
          (shipment.isCuda()
                  ? "buffers->%s + (CUdeviceptr)(%s)"
                  : "(char *)(uintptr_t)buffers->%s + %s")
              .formatted(ProgramWords.name(to.of()), bytes(to));
      case Member.Pointers(List<Member.Pointer> all) -> {
        requireNull(argument, all);
        yield shipment.isCuda() ? "0" : "NULL";
      }
      case Member.Gap _ -> "{0}";
    };
  }

  private String bytes(Member.Pointer to) {
    Argument.Buffer buffer = shipped.kernel().entryPoint().signature().buffer(to.of());
    return "%s * %s%s"
        .formatted(
            names.of(to.offset(), shipped),
            names.ofType(buffer, ElementType::bytes),
            buffer.type().isPacked() ? " / 2" : "");
  }

  private static void requireNull(Argument argument, List<Member.Pointer> all) {
    if (!all.isEmpty()) {
      throw new IllegalArgumentException(
          "A package cannot pass '%s', which has an array of pointers.".formatted(argument.name()));
    }
  }
}
