package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Member;

/** Arguments of a configuration's launches in C. */
record ArgumentText(Shipment shipment, ShippedConfiguration shipped, ShapeNames names) {

  /**
   * Argument in C.
   *
   * @param definition of its structure, whose members precede its tag; empty without one
   * @param value empty if the launcher computes it later
   */
  record Passed(String definition, String type, String value) {}

  /**
   * @throws IllegalArgumentException if the launcher cannot pass the argument
   */
  Passed passed(Argument argument, String tag) {
    return switch (argument) {
      case Argument.Buffer buffer ->
          new Passed("", pointer(buffer, names).stripTrailing(), caller(buffer));
      case Argument.Scalar scalar -> {
        var number = new Member.Scalar(scalar.type(), scalar.value());
        yield new Passed(
            "",
            type(scalar, number),
            shipment.isOfCaller(scalar) ? caller(scalar) : value(scalar, number));
      }
      case Argument.ByValue(_, Member.Leaf leaf) ->
          new Passed("", type(argument, leaf), value(argument, leaf));
      case Argument.ByValue(_, Member content) ->
          new Passed(
              definition(argument, content.flat(), tag),
              "struct " + tag,
              content.flat().stream()
                  .map(leaf -> value(argument, leaf))
                  .collect(Collectors.joining(", ", "(struct %s){".formatted(tag), "}")));
      case Argument.Scratch _ when shipment.isCuda() -> new Passed("", "CUdeviceptr", "0");
      case Argument.TensorMap _ when shipment.isCuda() -> new Passed("", "CUtensorMap", "");
      case Argument.Scratch _, Argument.TensorMap _ ->
          throw new IllegalArgumentException(
              "The generated launcher cannot pass the argument '%s'.".formatted(argument.name()));
    };
  }

  /** Pointer type of a buffer, with a trailing space where a name needs it. */
  static String pointer(Argument.Buffer buffer, ShapeNames names) {
    if (names.shipment().isCuda()) {
      return "CUdeviceptr ";
    }
    boolean isHalf = buffer.type() == ElementType.F16 || buffer.type() == ElementType.BF16;
    return (buffer.output() ? "" : "const ")
        + (names.typedBy(buffer).isPresent() || isHalf ? "void" : buffer.type().c())
        + " *";
  }

  private static String caller(Argument argument) {
    return "buffers->" + ProgramText.name(argument.name());
  }

  private String definition(Argument argument, List<Member.Leaf> members, String tag) {
    var text = new StringBuilder("struct %s {\n".formatted(tag));
    for (int i = 0; i < members.size(); i++) {
      text.append(
          members.get(i) instanceof Member.Gap(long bytes)
              ? "  char gap_%d[%d];\n".formatted(i, bytes)
              : "  %s m_%d;\n".formatted(type(argument, members.get(i)), i));
    }
    return text.append("};\n").toString();
  }

  private String type(Argument argument, Member.Leaf leaf) {
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

  private String value(Argument argument, Member.Leaf leaf) {
    return switch (leaf) {
      case Member.Scalar(ElementType type, Expression value) ->
          "(%s)%s".formatted(supported(argument, type).c(), names.of(value, shipped));
      case Member.Pointer to ->
          (shipment.isCuda()
                  ? "buffers->%s + (CUdeviceptr)(%s)"
                  : "(char *)(uintptr_t)buffers->%s + %s")
              .formatted(ProgramText.name(to.of()), bytes(to));
      case Member.Pointers(List<Member.Pointer> all) -> {
        if (!all.isEmpty()) {
          throw new IllegalArgumentException(
              "A package cannot pass '%s', which has an array of pointers."
                  .formatted(argument.name()));
        }
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
}
