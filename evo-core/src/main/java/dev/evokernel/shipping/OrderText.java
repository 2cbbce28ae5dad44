package dev.evokernel.shipping;

import dev.evokernel.dispatch.DispatchRule;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.HeaderText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Code that orders the configurations for a problem: by the finals for a shape of the run, by the
 * dispatch rule for any other.
 */
final class OrderText {

  private final Shipment shipment;
  private final ShapeNames names;
  private final StringBuilder text = new StringBuilder();

  OrderText(Shipment shipment, ShapeNames names) {
    this.shipment = shipment;
    this.names = names;
  }

  String inC() {
    if (shipment.configurations().size() > 1) {
      for (ServedShape served : shipment.shapes()) {
        text.append("  if (%s) { /* %s */\n".formatted(sameInC(served.shape()), comment(served)));
        filledInC("    ", shipment.completed(List.of(served.position())));
        text.append("    return;\n  }\n");
      }
    }
    shipment
        .rule()
        .ifPresentOrElse(rule -> ruleInC("  ", rule), () -> filledInC("  ", shipment.usualOrder()));
    return text.toString();
  }

  private static String comment(ServedShape served) {
    return HeaderText.inComment(served.shape().name());
  }

  private String sameInC(Shape shape) {
    var conditions = new ArrayList<String>();
    shape
        .dimensions()
        .forEach(
            (name, size) -> conditions.add("d->%s == %d".formatted(ProgramWords.name(name), size)));
    shape
        .facts()
        .forEach(
            (name, value) -> {
              List<String> values = shipment.facts().getOrDefault(name, List.of());
              conditions.add(
                  "d->%s == %d"
                      .formatted(
                          ProgramWords.name(name),
                          DispatchHeader.isTruth(values)
                              ? (value.toString().equals("true") ? 1 : 0)
                              : values.indexOf(value.toString())));
            });
    return String.join(" && ", conditions);
  }

  private void filledInC(String indent, List<Integer> order) {
    for (int i = 0; i < order.size(); i++) {
      text.append("%sorder[%d] = %d;\n".formatted(indent, i, order.get(i)));
    }
  }

  private void ruleInC(String indent, DispatchRule rule) {
    switch (rule) {
      case DispatchRule.Leaf(List<Integer> positions) ->
          filledInC(indent, shipment.completed(positions));
      case DispatchRule.Split(var question, DispatchRule yes, DispatchRule no) -> {
        text.append(
            "%sif (%s) { /* %s */\n"
                .formatted(
                    indent, names.of(question.condition()), HeaderText.inComment(question.text())));
        ruleInC(indent + "  ", yes);
        text.append(indent).append("} else {\n");
        ruleInC(indent + "  ", no);
        text.append(indent).append("}\n");
      }
    }
  }

  String inPython() {
    if (shipment.configurations().size() > 1) {
      for (ServedShape served : shipment.shapes()) {
        text.append("    if %s:  # %s\n".formatted(sameInPython(served.shape()), comment(served)));
        returned("        ", shipment.completed(List.of(served.position())));
      }
    }
    shipment
        .rule()
        .ifPresentOrElse(
            rule -> ruleInPython("    ", rule), () -> returned("    ", shipment.usualOrder()));
    return text.toString();
  }

  private String sameInPython(Shape shape) {
    var names = new ArrayList<String>();
    var values = new ArrayList<String>();
    shape
        .dimensions()
        .forEach(
            (name, size) -> {
              names.add("d." + ProgramWords.name(name));
              values.add(Long.toString(size));
            });
    shape
        .facts()
        .forEach(
            (name, value) -> {
              names.add("d." + ProgramWords.name(name));
              values.add(PythonModule.literal(value));
            });
    return "(%s,) == (%s,)".formatted(String.join(", ", names), String.join(", ", values));
  }

  private void returned(String indent, List<Integer> order) {
    text.append(indent)
        .append(
            order.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", "return (", ",)\n")));
  }

  private void ruleInPython(String indent, DispatchRule rule) {
    switch (rule) {
      case DispatchRule.Leaf(List<Integer> positions) ->
          returned(indent, shipment.completed(positions));
      case DispatchRule.Split(var question, DispatchRule yes, DispatchRule no) -> {
        text.append("%sif %s:\n".formatted(indent, names.of(question.condition())));
        ruleInPython(indent + "    ", yes);
        ruleInPython(indent, no);
      }
    }
  }
}
