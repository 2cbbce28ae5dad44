package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Printable;

/**
 * The text of {@code <kernel>.py}: the kernel as a Python function of tensors. The module reads the
 * configurations and their expressions from {@code manifest.json}.
 */
record PythonModule(Shipment shipment) {

  static String literal(Value value) {
    return switch (value) {
      case Value.BooleanValue(boolean truth) -> truth ? "True" : "False";
      case Value.IntegerValue _, Value.RealValue _ -> value.toString();
      case Value.TextValue _ -> ProgramText.quoted(value.toString());
    };
  }

  /** A text on one line that does not end a docstring. */
  private static String docstring(String text) {
    return Printable.line(text).replace("\\", "/").replace("\"\"\"", "'''");
  }

  String text() {
    String function = ProgramText.name(shipment.word());
    var texts = new LinkedHashMap<String, String>();
    texts.put(
        "HEADING",
        docstring("The kernel '%s'. %s".formatted(shipment.name(), shipment.sentence())));
    texts.put("KERNEL", shipment.word());
    texts.put("FUNCTION", function);
    texts.put("ERROR", "Unsupported");
    texts.put("EXAMPLE", example());
    texts.put("EXPRESSIONS", ProgramText.read("expressions.py.template"));
    texts.put("SUMMARY", docstring("Calls the kernel '%s'.".formatted(shipment.name())));
    texts.put("SIGNATURE", signature());
    texts.put("ARGUMENTS", arguments());
    texts.put("TENSORS", map(shipment.buffers().stream().map(Argument::name).toList()));
    texts.put("GIVEN", map(given()));
    texts.put("SCALARS", map(shipment.scalars().stream().map(Argument::name).toList()));
    texts.put("STREAM", shipment.isCuda() ? "\n        stream," : "");
    texts.put(
        "RUNTIME",
        ProgramText.filled(
            shipment.isCuda() ? "runtime.cuda.py" : "runtime.cpu.py",
            Map.of("ERROR", texts.get("ERROR"))));
    return ProgramText.filled("module.py", texts);
  }

  private static String map(List<String> all) {
    return all.stream()
        .map(name -> ProgramText.quoted(name) + ": " + ProgramText.name(name))
        .collect(Collectors.joining(", "));
  }

  /** Whether a call allocates the buffer if none is passed: its content before does not matter. */
  private static boolean isMade(Argument.Buffer buffer) {
    return !buffer.holds();
  }

  /** Dimensions and facts that follow from the allocated buffers, or from the passed ones. */
  private Set<String> following(boolean fromMade) {
    var following = new LinkedHashSet<String>();
    for (Argument.Buffer buffer : shipment.buffers()) {
      if (isMade(buffer) == fromMade) {
        // The last side of a packed tensor counts bytes, two elements in each.
        buffer.dimensions().stream()
            .limit(buffer.dimensions().size() - (buffer.type().isPacked() ? 1 : 0))
            .forEach(side -> following.add(side.text()));
        typedBy(buffer).ifPresent(following::add);
      }
    }
    return following;
  }

  /** Value of a scalar that reads no names. */
  private static Value number(Argument.Scalar scalar) {
    return scalar.value().value(scalar.value().scope().frame());
  }

  private Optional<String> typedBy(Argument.Buffer buffer) {
    return new ShapeNames(shipment).typedBy(buffer);
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
        .forEach(buffer -> parts.add(ProgramText.name(buffer.name())));
    int positional = parts.size();
    Set<String> fromMade = following(true);
    given()
        .forEach(
            name -> parts.add(ProgramText.name(name) + (fromMade.contains(name) ? "=None" : "")));
    shipment
        .scalars()
        .forEach(
            scalar -> parts.add(ProgramText.name(scalar.name()) + "=" + literal(number(scalar))));
    shipment.buffers().stream()
        .filter(PythonModule::isMade)
        .forEach(buffer -> parts.add(ProgramText.name(buffer.name()) + "=None"));
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
      Optional<String> fact = typedBy(buffer);
      lines.add(
          "    %s: [%s], %s%s"
              .formatted(
                  ProgramText.name(buffer.name()),
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
                    "    " + ProgramText.name(name) + ": one of " + String.join(", ", values));
              }
            });
    for (Argument.Scalar scalar : shipment.scalars()) {
      lines.add(
          "    %s: %s, a number; the run's by default"
              .formatted(ProgramText.name(scalar.name()), scalar.type().label()));
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
        .forEach(buffer -> parts.add(ProgramText.name(buffer.name())));
    Shape shape = shipment.shapes().getFirst().shape();
    for (String name : given()) {
      Value fact = shape.facts().get(name);
      parts.add(
          ProgramText.name(name)
              + "="
              + (fact == null ? shape.dimensions().get(name) : literal(fact)));
    }
    return shipment.kernel().outputs().stream()
            .map(buffer -> ProgramText.name(buffer.name()))
            .collect(Collectors.joining(", "))
        + " = %s(%s)".formatted(ProgramText.name(shipment.word()), String.join(", ", parts));
  }
}
