package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.yaml.Printable;

/** The text of {@code <kernel>.py}: the kernel as a Python function of tensors. */
final class PythonModule {

  private final Shipment shipment;
  private final ShapeNames names;

  PythonModule(Shipment shipment) {
    this.shipment = shipment;
    this.names = new ShapeNames(Dialect.PYTHON, shipment);
  }

  static String literal(Value value) {
    return switch (value) {
      case Value.BooleanValue(boolean truth) -> truth ? "True" : "False";
      case Value.IntegerValue _, Value.RealValue _ -> value.toString();
      case Value.TextValue _ -> ProgramWords.quoted(value.toString());
    };
  }

  /** A text on one line that does not end a docstring. */
  private static String docstring(String text) {
    return Printable.line(text).replace("\\", "/").replace("\"\"\"", "'''");
  }

  String text() {
    String function = ProgramWords.name(shipment.word());
    List<ShippedBinary> binaries = shipment.binaries().toList();
    var texts = new LinkedHashMap<String, String>();
    texts.put(
        "HEADING",
        docstring("The kernel '%s'. %s".formatted(shipment.name(), shipment.sentence())));
    texts.put("KERNEL", shipment.word());
    texts.put("FUNCTION", function);
    texts.put("ERROR", "Unsupported");
    texts.put("EXAMPLE", example());
    texts.put("DIMENSIONS", tuple(shipment.dimensions(), ProgramWords::quoted));
    texts.put("FACTS", facts());
    texts.put("BUFFERS", "(\n" + lines(shipment.buffers(), this::buffer) + ")");
    texts.put(
        "FILES", "(\n" + lines(binaries, file -> ProgramWords.quoted(shipment.file(file))) + ")");
    texts.put(
        "SYMBOLS",
        "(\n"
            + lines(
                binaries,
                binary ->
                    shipment.symbols(binary).stream()
                        .map(symbol -> ProgramWords.quoted(symbol) + ",")
                        .collect(Collectors.joining(" ", "(", ")")))
            + ")");
    texts.put("IMAGES", shipment.isCuda() ? images(binaries) : "");
    texts.put("SIDES", sides());
    texts.put("ORDER", new OrderText(shipment, names, Dialect.PYTHON).text().stripTrailing());
    texts.put(
        "PLANS",
        shipment.configurations().stream()
            .map(shipped -> new PythonPlan(shipment, shipped, names).text())
            .collect(Collectors.joining("\n\n")));
    texts.put(
        "PLAN_NAMES",
        shipment.configurations().stream()
            .map(shipped -> "_plan_" + shipped.position() + ",")
            .collect(Collectors.joining(" ")));
    texts.put("WORDS", words());
    texts.put("SUMMARY", docstring("Calls the kernel '%s'.".formatted(shipment.name())));
    texts.put("SIGNATURE", signature());
    texts.put("ARGUMENTS", arguments());
    texts.put("TENSORS", map(shipment.buffers().stream().map(Argument::name).toList()));
    texts.put("GIVEN", map(given()));
    texts.put("SCALARS", map(shipment.scalars().stream().map(Argument::name).toList()));
    texts.put("STREAM", shipment.isCuda() ? "\n        stream," : "");
    texts.put(
        "RUNTIME",
        Template.filled(
            shipment.isCuda() ? "runtime.cuda.py" : "runtime.cpu.py",
            Map.of("ERROR", texts.get("ERROR"))));
    return Template.filled("module.py", texts);
  }

  /** Beginning of each launch's image in the binary's file. */
  private String images(List<ShippedBinary> binaries) {
    return "_IMAGES = (\n"
        + lines(binaries, binary -> tuple(shipment.starts(binary), Object::toString))
        + ")\n";
  }

  private String sides() {
    if (!shipment.sizesDependOnConfiguration()) {
      return sides(shipment.configurations().getFirst());
    }
    return shipment.configurations().stream()
        .map(shipped -> "lambda: " + sides(shipped) + ",")
        .collect(Collectors.joining(" ", "(", ")[position]()"));
  }

  private String sides(ShippedConfiguration shipped) {
    return tuple(
        shipment.buffers(),
        buffer -> tuple(sides(buffer, side -> names.of(side, shipped)), side -> side));
  }

  /** Sides of the tensor, of which a byte holds two elements of four bits. */
  private static List<String> sides(Argument.Buffer buffer, Function<Expression, String> text) {
    var sides = new ArrayList<>(buffer.dimensions().stream().map(text).toList());
    if (buffer.type().isPacked()) {
      sides.add("(%s) // 2".formatted(sides.removeLast()));
    }
    return sides;
  }

  static <T> String tuple(List<T> all, Function<T, String> text) {
    return all.stream()
        .map(shipped -> text.apply(shipped) + ",")
        .collect(Collectors.joining(" ", "(", ")"));
  }

  private static <T> String lines(List<T> all, Function<T, String> text) {
    return all.stream()
        .map(shipped -> "    " + text.apply(shipped) + ",\n")
        .collect(Collectors.joining());
  }

  private static String map(List<String> all) {
    return all.stream()
        .map(name -> ProgramWords.quoted(name) + ": " + ProgramWords.name(name))
        .collect(Collectors.joining(", "));
  }

  private String facts() {
    return shipment.facts().entrySet().stream()
        .map(
            fact ->
                ProgramWords.quoted(fact.getKey())
                    + ": "
                    + (DispatchHeader.isTruth(fact.getValue())
                        ? "(False, True)"
                        : tuple(fact.getValue(), ProgramWords::quoted)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Whether a call allocates the buffer if none is passed: its content before does not matter. */
  private static boolean isMade(Argument.Buffer buffer) {
    return !buffer.holds();
  }

  private String buffer(Argument.Buffer buffer) {
    return "(%s, %s, %s, %s)"
        .formatted(
            ProgramWords.quoted(buffer.name()),
            ProgramWords.quoted(
                buffer.type().isPacked()
                    ? "u8"
                    : names.typedBy(buffer).orElse(buffer.type().label())),
            tuple(sides(buffer, Expression::text), ProgramWords::quoted),
            buffer.output() ? ProgramWords.quoted(isMade(buffer) ? "output" : "inout") : "\"\"");
  }

  /** Dimensions and facts whose names differ in Python. */
  private String words() {
    return Stream.concat(shipment.dimensions().stream(), shipment.facts().keySet().stream())
        .filter(name -> !ProgramWords.name(name).equals(name))
        .map(
            name -> ProgramWords.quoted(name) + ": " + ProgramWords.quoted(ProgramWords.name(name)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Dimensions and facts that follow from the allocated buffers, or from the passed ones. */
  private Set<String> following(boolean fromMade) {
    var following = new LinkedHashSet<String>();
    for (Argument.Buffer buffer : shipment.buffers()) {
      if (isMade(buffer) == fromMade) {
        following.addAll(sides(buffer, Expression::text));
        names.typedBy(buffer).ifPresent(following::add);
      }
    }
    return following;
  }

  private List<String> given() {
    Set<String> following = following(false);
    return Stream.concat(shipment.dimensions().stream(), shipment.facts().keySet().stream())
        .filter(name -> !following.contains(name))
        .toList();
  }

  private String signature() {
    var parts = new ArrayList<String>();
    shipment.buffers().stream()
        .filter(buffer -> !isMade(buffer))
        .forEach(buffer -> parts.add(ProgramWords.name(buffer.name())));
    int positional = parts.size();
    Set<String> fromMade = following(true);
    given()
        .forEach(
            name -> parts.add(ProgramWords.name(name) + (fromMade.contains(name) ? "=None" : "")));
    shipment
        .scalars()
        .forEach(
            scalar -> parts.add(ProgramWords.name(scalar.name()) + "=" + names.of(scalar.value())));
    shipment.buffers().stream()
        .filter(PythonModule::isMade)
        .forEach(buffer -> parts.add(ProgramWords.name(buffer.name()) + "=None"));
    if (shipment.isCuda()) {
      parts.add("stream=None");
    }
    if (parts.size() > positional) {
      parts.add(positional, "*");
    }
    return String.join(", ", parts);
  }

  private String arguments() {
    var lines = new ArrayList<String>();
    for (Argument.Buffer buffer : shipment.buffers()) {
      Optional<String> fact = names.typedBy(buffer);
      lines.add(
          "    %s: [%s], %s%s"
              .formatted(
                  ProgramWords.name(buffer.name()),
                  buffer.dimensions().stream()
                      .map(Object::toString)
                      .collect(Collectors.joining(", ")),
                  fact.map(
                          name ->
                              String.join(" or ", shipment.facts().getOrDefault(name, List.of())))
                      .orElse(buffer.type().label()),
                  switch (buffer.access()) {
                    case INPUT, SYMBOL -> "";
                    case INOUT -> ", read and written";
                    case OUTPUT -> ", written; allocated if None";
                  }));
    }
    shipment
        .facts()
        .forEach(
            (name, values) -> {
              if (given().contains(name)) {
                lines.add(
                    "    " + ProgramWords.name(name) + ": one of " + String.join(", ", values));
              }
            });
    for (Argument.Scalar scalar : shipment.scalars()) {
      lines.add(
          "    %s: %s, a number; the run's by default"
              .formatted(ProgramWords.name(scalar.name()), scalar.type().label()));
    }
    if (shipment.isCuda()) {
      lines.add("    stream: the handle of a CUDA stream; PyTorch's current stream if None");
    }
    return String.join("\n", lines);
  }

  String example() {
    var parts = new ArrayList<String>();
    shipment.buffers().stream()
        .filter(buffer -> !isMade(buffer))
        .forEach(buffer -> parts.add(ProgramWords.name(buffer.name())));
    Shape shape = shipment.shapes().getFirst().shape();
    for (String name : given()) {
      Value fact = shape.facts().get(name);
      parts.add(
          ProgramWords.name(name)
              + "="
              + (fact == null ? shape.dimensions().get(name) : literal(fact)));
    }
    return shipment.kernel().outputs().stream()
            .map(buffer -> ProgramWords.name(buffer.name()))
            .collect(Collectors.joining(", "))
        + " = %s(%s)".formatted(ProgramWords.name(shipment.word()), String.join(", ", parts));
  }
}
