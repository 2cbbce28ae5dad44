package dev.evokernel.shipping;

import dev.evokernel.expr.Dialect;
import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Limit;
import dev.evokernel.report.HeaderText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code dispatch.h}: which configuration serves a problem, and how it is launched there, in C. */
final class DispatchHeader {

  private final Shipment shipment;
  private final ShapeNames names;
  private final String prefix;
  private final String macro;

  DispatchHeader(Shipment shipment) {
    this.shipment = shipment;
    this.names = new ShapeNames(Dialect.C, shipment);
    this.prefix = prefix(shipment);
    this.macro = macro(shipment);
  }

  /** What every name of the kernel's begins with, for example {@code evo_gemm}. */
  static String prefix(Shipment shipment) {
    return "evo_" + shipment.word().toLowerCase(Locale.ROOT);
  }

  /** The same of macros, for example {@code EVO_GEMM}. */
  static String macro(Shipment shipment) {
    return prefix(shipment).toUpperCase(Locale.ROOT);
  }

  /** The parameter that a function has for a device; empty where kernels need none. */
  static String deviceParameter(Shipment shipment) {
    return shipment.isCuda() ? " const " + prefix(shipment) + "_device *device," : "";
  }

  /** The first lines of a file in C that is written from a run. */
  static String heading(Shipment shipment, String what) {
    var text = new StringBuilder();
    HeaderText.comment(text, what);
    HeaderText.comment(text, shipment.sentence());
    HeaderText.comment(
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
            "Which configuration of the kernel '%s' serves a problem, and how it is launched."
                .formatted(shipment.name())));
    texts.put("MACRO", macro);
    texts.put("NAME", prefix);
    texts.put("ARITHMETIC", Dialect.C.functions());
    texts.put("CONFIGURATIONS", Integer.toString(shipment.configurations().size()));
    texts.put("BINARIES", Long.toString(shipment.binaries().count()));
    texts.put("FACTS", facts());
    texts.put("DIMENSIONS", dimensions());
    texts.put("DEVICE_STRUCT", device());
    texts.put("DEVICE_PARAMETER", deviceParameter(shipment));
    texts.put("DEVICE_ARGUMENT", shipment.isCuda() ? " device," : "");
    texts.put("BUFFERS", lines(shipment.buffers(), it -> "  " + buffer(it) + ","));
    texts.put("PLAN", plan());
    texts.put("FILES", list(it -> ProgramWords.quoted(shipment.file(it))));
    texts.put("SYMBOLS", list(it -> ProgramWords.quoted(shipment.symbol(it))));
    texts.put("ELEMENTS", elements());
    texts.putAll(sizeTexts());
    texts.put("REFUSALS", refusals());
    texts.put(
        "PLANS",
        shipment.configurations().stream()
            .map(one -> new PlanFunction(shipment, one, names).text())
            .collect(Collectors.joining()));
    texts.put("CASES", cases());
    texts.put("ORDER", new OrderText(shipment, names).inC());
    return Template.filled("dispatch.h", texts);
  }

  /** A buffer's constant, for example {@code EVO_GEMM_BUFFER_A}. */
  static String buffer(Shipment shipment, Argument.Buffer buffer) {
    return macro(shipment) + "_BUFFER_" + HeaderText.word(buffer.name());
  }

  private String buffer(Argument.Buffer buffer) {
    return buffer(shipment, buffer);
  }

  private String list(Function<ShippedBinary, String> text) {
    return lines(shipment.binaries().toList(), it -> "      " + text.apply(it) + ",");
  }

  private static <T> String lines(List<T> all, Function<T, String> line) {
    return all.stream().map(one -> line.apply(one) + "\n").collect(Collectors.joining());
  }

  private String facts() {
    var text = new StringBuilder();
    shipment
        .facts()
        .forEach(
            (fact, values) -> {
              if (!isTruth(values)) {
                text.append("/* What ").append(fact).append(" can be. */\nenum {\n");
                for (int position = 0; position < values.size(); position++) {
                  text.append(
                      "  %s_%s_%s = %d,\n"
                          .formatted(
                              macro,
                              HeaderText.word(fact),
                              HeaderText.word(values.get(position)),
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
    return lines(shipment.dimensions(), it -> "  int64_t " + ProgramWords.name(it) + ";")
        + lines(
            List.copyOf(shipment.facts().entrySet()),
            it ->
                "  int64_t %s; /* %s */"
                    .formatted(
                        ProgramWords.name(it.getKey()),
                        isTruth(it.getValue())
                            ? "0 or 1"
                            : macro + "_" + HeaderText.word(it.getKey()) + "_…"));
  }

  private String device() {
    return shipment.isCuda()
        ? "/* What expressions read of a device; %s.h fills it in. */\n".formatted(shipment.word())
            + "typedef struct %s_device {\n".formatted(prefix)
            + lines(List.of(Limit.values()), it -> "  int64_t " + it.label() + ";")
            + "} %s_device;\n\n".formatted(prefix)
        : "";
  }

  private String plan() {
    if (!shipment.isCuda()) {
      return "";
    }
    return """
      uint32_t grid[3];    /* in blocks */
      uint32_t block[3];   /* in threads */
      uint32_t cluster[3]; /* in blocks; 0 without clusters */
      uint32_t shared;     /* dynamic shared memory of a block, in bytes */
      uint32_t cooperative; /* 1 where all blocks run at once, 0 otherwise */
      int32_t carveout;    /* shared memory in percent of what it can be; -1: the driver's choice */
      int64_t scratch;     /* device memory of a launch beside its buffers, in bytes */
    """;
  }

  private String elements() {
    return lines(
        shipment.buffers(),
        it -> "  case %s:\n    elements = %s;\n    break;".formatted(buffer(it), elements(it)));
  }

  /** Of each configuration, or of all of them where they agree. */
  private String elements(Argument.Buffer buffer) {
    List<String> all =
        shipment.configurations().stream()
            .map(one -> product(buffer.dimensions().stream().map(it -> names.of(it, one)).toList()))
            .toList();
    if (all.stream().distinct().count() == 1) {
      return all.getFirst();
    }
    return IntStream.range(0, all.size() - 1)
            .mapToObj(it -> "configuration == %d ? %s : ".formatted(it, all.get(it)))
            .collect(Collectors.joining())
        + all.getLast();
  }

  /** Nothing where sizes are the same in every configuration. */
  private Map<String, String> sizeTexts() {
    return shipment.sizesDependOnConfiguration()
        ? Map.of(
            "SIZES_OF", "_of",
            "SIZES_IN", " in one configuration",
            "SIZES_PARAMETER", "int configuration, ",
            "SIZES_MOST", Template.filled("sizes.h", Map.of("NAME", prefix, "MACRO", macro)))
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
          "d->" + ProgramWords.name(dimension) + " < 0",
          "the dimension " + dimension + " is negative");
    }
    shipment
        .facts()
        .forEach(
            (fact, values) ->
                refuse(
                    text,
                    "d->%1$s < 0 || d->%1$s > %2$d"
                        .formatted(
                            ProgramWords.name(fact), isTruth(values) ? 1 : values.size() - 1),
                    fact + " is none of " + String.join(", ", values)));
    for (Argument.Buffer buffer : shipment.buffers()) {
      refuse(
          text,
          "%s_elements(d, %s) < 1".formatted(prefix, buffer(buffer)),
          "the buffer %s would have no elements, or more than 64 bits count"
              .formatted(buffer.name()));
    }
    return text.toString();
  }

  static void refuse(StringBuilder text, String condition, String reason) {
    text.append(
        "  if (%s) {\n    return %s;\n  }\n".formatted(condition, ProgramWords.quoted(reason)));
  }

  private String cases() {
    return lines(
        IntStream.range(0, shipment.configurations().size()).boxed().toList(),
        it ->
            "  case %1$d:\n    return %2$s_plan_%1$d(d,%3$s plan);"
                .formatted(it, prefix, shipment.isCuda() ? " device," : ""));
  }

  /** Smallest and greatest value of an integer type that is no 64 bits wide; empty for others. */
  static List<String> bounds(ElementType type) {
    return switch (type) {
      case I8 -> List.of("INT8_MIN", "INT8_MAX");
      case I32 -> List.of("INT32_MIN", "INT32_MAX");
      case I64, F16, BF16, F32, F64 -> List.of();
    };
  }

  /** Whether an expression has turned out to be always true. */
  static boolean holdsAlways(Expression condition, ShippedConfiguration one, ShapeNames names) {
    return List.of("1", "True").contains(names.of(condition, one));
  }
}
