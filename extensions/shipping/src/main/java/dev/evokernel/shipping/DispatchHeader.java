package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.RunHeaders;

/** The text of {@code dispatch.h}: selects a configuration and computes its launch, in C. */
record DispatchHeader(Shipment shipment, ShapeNames names, String prefix, String macro) {

  private static final String GEOMETRY = ProgramText.read("geometry-fields.h.template");

  DispatchHeader(Shipment shipment) {
    this(shipment, new ShapeNames(shipment), prefix(shipment), macro(shipment));
  }

  /** Prefix of the kernel's C names, for example {@code evo_gemm}. */
  static String prefix(Shipment shipment) {
    return "evo_" + shipment.word().toLowerCase(Locale.ROOT);
  }

  /** Prefix of the kernel's C macros, for example {@code EVO_GEMM}. */
  static String macro(Shipment shipment) {
    return prefix(shipment).toUpperCase(Locale.ROOT);
  }

  /** Declaration of the device parameter; empty for CPU kernels. */
  static String deviceParameter(Shipment shipment) {
    return shipment.isCuda() ? " const " + prefix(shipment) + "_device *device," : "";
  }

  static String heading(Shipment shipment, String what) {
    var text = new StringBuilder();
    RunHeaders.comment(text, what);
    RunHeaders.comment(text, shipment.sentence());
    RunHeaders.comment(
        text,
        "Written by evo from run %s, sources %s."
            .formatted(
                shipment.history().run().id(),
                shipment.history().run().subject().sourceHash().substring(0, 12)));
    return text.toString().stripTrailing();
  }

  String text() {
    var texts = new LinkedHashMap<String, String>();
    texts.put(
        "HEADING",
        heading(
            shipment,
            "Selects the configuration of the kernel '%s' for a problem and computes its launch."
                .formatted(shipment.name())));
    texts.put("MACRO", macro);
    texts.put("NAME", prefix);
    texts.put("ARITHMETIC", ProgramText.read("arithmetic.h"));
    texts.put("CONFIGURATIONS", Integer.toString(shipment.configurations().size()));
    texts.put("BINARIES", Long.toString(shipment.binaries().count()));
    texts.put("LAUNCHES", Integer.toString(shipment.launches()));
    texts.put("FACTS", facts());
    texts.put("DIMENSIONS", dimensions());
    texts.put("DEVICE_STRUCT", shipment.isCuda() ? device() : "");
    texts.put("DEVICE_PARAMETER", deviceParameter(shipment));
    texts.put("DEVICE_ARGUMENT", shipment.isCuda() ? " device," : "");
    texts.put("BUFFERS", lines(shipment.buffers(), argument -> "  " + buffer(argument) + ","));
    texts.put("PLAN", plan());
    texts.put("FILES", list(shipment::file));
    texts.put(
        "SYMBOLS",
        lines(
            shipment.binaries().toList(),
            binary ->
                shipment.symbols(binary).stream()
                    .map(ProgramText::quoted)
                    .collect(Collectors.joining(", ", "      {", "},"))));
    texts.put("ELEMENTS", elements());
    texts.putAll(sizeTexts());
    texts.put("REFUSALS", refusals());
    texts.put(
        "PLANS",
        shipment.configurations().stream()
            .map(shipped -> new PlanFunction(shipment, shipped, names).text())
            .collect(Collectors.joining()));
    texts.put("CASES", cases());
    texts.put("ORDER", order());
    return ProgramText.filled("dispatch.h", texts);
  }

  /** Constant of a buffer, for example {@code EVO_GEMM_BUFFER_A}. */
  static String buffer(Shipment shipment, Argument.Buffer buffer) {
    return macro(shipment) + "_BUFFER_" + RunHeaders.word(buffer.name());
  }

  private String buffer(Argument.Buffer buffer) {
    return buffer(shipment, buffer);
  }

  private String list(Function<ShippedBinary, String> text) {
    return lines(
        shipment.binaries().toList(),
        binary -> "      " + ProgramText.quoted(text.apply(binary)) + ",");
  }

  private static <T> String lines(List<T> all, Function<T, String> line) {
    return all.stream().map(shipped -> line.apply(shipped) + "\n").collect(Collectors.joining());
  }

  private String facts() {
    var text = new StringBuilder();
    shipment
        .facts()
        .forEach(
            (fact, values) -> {
              if (!isTruth(values)) {
                text.append("/* Values of ").append(fact).append(". */\nenum {\n");
                for (int position = 0; position < values.size(); position++) {
                  text.append(
                      "  %s_%s_%s = %d,\n"
                          .formatted(
                              macro,
                              RunHeaders.word(fact),
                              RunHeaders.word(values.get(position)),
                              position));
                }
                text.append("};\n\n");
              }
            });
    return text.toString();
  }

  static boolean isTruth(List<String> values) {
    return List.of("true", "false").containsAll(values);
  }

  private String dimensions() {
    return lines(shipment.dimensions(), name -> "  int64_t " + ProgramText.name(name) + ";")
        + lines(
            List.copyOf(shipment.facts().entrySet()),
            fact ->
                "  int64_t %s; /* %s */"
                    .formatted(
                        ProgramText.name(fact.getKey()),
                        isTruth(fact.getValue())
                            ? "0 or 1"
                            : macro + "_" + RunHeaders.word(fact.getKey()) + "_…"));
  }

  private String device() {
    return ProgramText.filled(
        "device.h",
        Map.of(
            "NAME",
            prefix,
            "WORD",
            shipment.word(),
            "LIMITS",
            lines(List.of(Limit.values()), limit -> "  int64_t " + limit.label() + ";"),
            "GEOMETRY",
            shipment.launches() == 1
                ? ""
                : "/* One launch after the first. */\ntypedef struct %1$s_geometry {\n%2$s} %1$s_geometry;\n\n"
                    .formatted(prefix, GEOMETRY)));
  }

  private String plan() {
    return (shipment.isCuda() ? launch() : "") + parameters();
  }

  /** Parameters of the chosen configuration that the caller's inputs depend on. */
  private String parameters() {
    List<String> depended = shipment.kernel().depended();
    return depended.isEmpty()
        ? ""
        : "  struct {\n"
            + lines(depended, name -> "    %s%s;".formatted(type(name), ProgramText.name(name)))
            + "  } parameters;           /* of the configuration, for inputs that depend on them */\n";
  }

  private String type(String parameter) {
    return switch (shipment.kernel().defaultConfiguration().value(parameter)) {
      case Value.BooleanValue _, Value.IntegerValue _ -> "int64_t ";
      case Value.RealValue _ -> "double ";
      case Value.TextValue _ -> "const char *";
    };
  }

  private String launch() {
    return GEOMETRY
        + "  int64_t scratch;     /* scratch memory of a launch on the device, in bytes */\n"
        + (shipment.launches() == 1
            ? ""
            : "  %s_geometry more[%s_LAUNCHES - 1];\n".formatted(prefix, macro));
  }

  private String elements() {
    return lines(
        shipment.buffers(),
        argument ->
            "  case %s:\n    elements = %s;\n    break;"
                .formatted(buffer(argument), elements(argument)));
  }

  /** Number of elements: one expression, or a choice by configuration where they differ. */
  private String elements(Argument.Buffer buffer) {
    List<String> all =
        shipment.configurations().stream()
            .map(
                shipped ->
                    product(
                        buffer.dimensions().stream()
                            .map(dimension -> names.of(dimension, shipped))
                            .toList()))
            .toList();
    if (all.stream().distinct().count() == 1) {
      return all.getFirst();
    }
    return IntStream.range(0, all.size() - 1)
            .mapToObj(at -> "configuration == %d ? %s : ".formatted(at, all.get(at)))
            .collect(Collectors.joining())
        + all.getLast();
  }

  /** Empty texts if sizes are equal in every configuration. */
  private Map<String, String> sizeTexts() {
    return shipment.sizesDependOnConfiguration()
        ? Map.of(
            "SIZES_OF", "_of",
            "SIZES_IN", " in one configuration",
            "SIZES_PARAMETER", "int configuration, ",
            "SIZES_MOST", ProgramText.filled("sizes.h", Map.of("NAME", prefix, "MACRO", macro)))
        : Map.of("SIZES_OF", "", "SIZES_IN", "", "SIZES_PARAMETER", "", "SIZES_MOST", "");
  }

  private static String product(List<String> factors) {
    return factors.stream().reduce((a, b) -> "evo_mul(" + a + ", " + b + ", bad)").orElse("1");
  }

  private String refusals() {
    var text = new StringBuilder();
    for (String dimension : shipment.dimensions()) {
      refuse(
          text,
          "d->" + ProgramText.name(dimension) + " < 0",
          "the dimension " + dimension + " is negative");
    }
    shipment
        .facts()
        .forEach(
            (fact, values) ->
                refuse(
                    text,
                    "d->%1$s < 0 || d->%1$s > %2$d"
                        .formatted(ProgramText.name(fact), isTruth(values) ? 1 : values.size() - 1),
                    fact + " must be one of " + String.join(", ", values)));
    for (Argument.Buffer buffer : shipment.buffers()) {
      refuse(
          text,
          "%s_elements(d, %s) < 1".formatted(prefix, buffer(buffer)),
          "the buffer %s would have no elements, or more than 64 bits can count"
              .formatted(buffer.name()));
    }
    return text.toString();
  }

  static void refuse(StringBuilder text, String condition, String reason) {
    text.append(
        "  if (%s) {\n    return %s;\n  }\n".formatted(condition, ProgramText.quoted(reason)));
  }

  private String cases() {
    return lines(
        IntStream.range(0, shipment.configurations().size()).boxed().toList(),
        position ->
            "  case %1$d:\n    return %2$s_plan_%1$d(d,%3$s plan);"
                .formatted(position, prefix, shipment.isCuda() ? " device," : ""));
  }

  /** Minimum and maximum of an integer type below 64 bits; empty for other types. */
  static List<String> bounds(ElementType type) {
    if (type.isFloating() || type == ElementType.I64) {
      return List.of();
    }
    return type.isUnsigned()
        ? List.of("0", type == ElementType.U64 ? "INT64_MAX" : "UINT%d_MAX".formatted(type.bits()))
        : List.of("INT%d_MIN".formatted(type.bits()), "INT%d_MAX".formatted(type.bits()));
  }

  /**
   * Statements that fill the array {@code order} for a problem and return: by the finals for a
   * shape of the run, by the dispatch rule for any other.
   */
  private String order() {
    var text = new StringBuilder();
    if (shipment.configurations().size() > 1) {
      for (Shipment.ServedShape served : shipment.shapes()) {
        begin(text, "  ", condition(served.shape()), served.shape().name());
        leaf(text, "    ", List.of(served.position()));
        text.append("  }\n");
      }
    }
    order(
        text, "  ", shipment.rule().orElseGet(() -> new DispatchRule.Leaf(shipment.usualOrder())));
    return text.toString();
  }

  private void order(StringBuilder text, String indent, DispatchRule rule) {
    switch (rule) {
      case DispatchRule.Leaf(List<Integer> positions) -> leaf(text, indent, positions);
      case DispatchRule.Split(var question, DispatchRule yes, DispatchRule no) -> {
        begin(text, indent, names.of(question.condition()), question.text());
        order(text, indent + "  ", yes);
        text.append(indent).append("}\n");
        order(text, indent, no);
      }
    }
  }

  private static void begin(StringBuilder text, String indent, String condition, String comment) {
    text.append(
        "%sif (%s) { /* %s */\n".formatted(indent, condition, RunHeaders.inComment(comment)));
  }

  private void leaf(StringBuilder text, String indent, List<Integer> positions) {
    List<Integer> order = shipment.completed(positions);
    for (int i = 0; i < order.size(); i++) {
      text.append("%sorder[%d] = %d;\n".formatted(indent, i, order.get(i)));
    }
    text.append(indent).append("return;\n");
  }

  private String condition(Shape shape) {
    return shape.plain().entrySet().stream()
        .map(
            size ->
                "d->%s == %s"
                    .formatted(
                        ProgramText.name(size.getKey()), number(size.getKey(), size.getValue())))
        .collect(Collectors.joining(" && "));
  }

  /** Size of a dimension, or the position of a fact's value. */
  private String number(String name, Object value) {
    List<String> values = shipment.facts().get(name);
    return value instanceof Boolean truth
        ? (truth ? "1" : "0")
        : values == null ? value.toString() : Integer.toString(values.indexOf(value.toString()));
  }
}
