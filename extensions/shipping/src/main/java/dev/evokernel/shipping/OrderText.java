package dev.evokernel.shipping;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.report.RunHeaders;
import dev.evokernel.shipping.rule.DispatchRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Code that orders the configurations for a problem: by the finals for a shape of the run, by the
 * dispatch rule for any other. C statements fill the array {@code order} and return; Python
 * statements return a tuple.
 */
final class OrderText {

  private final Shipment shipment;
  private final ShapeNames names;
  private final boolean isC;
  private final StringBuilder text = new StringBuilder();

  OrderText(Shipment shipment, ShapeNames names, Dialect dialect) {
    this.shipment = shipment;
    this.names = names;
    this.isC = dialect == Dialect.C;
  }

  String text() {
    String indent = isC ? "  " : "    ";
    if (shipment.configurations().size() > 1) {
      for (ServedShape served : shipment.shapes()) {
        Shape shape = served.shape();
        begin(indent, condition(shape), shape.name());
        leaf(indent + indent, List.of(served.position()));
        end(indent);
      }
    }
    shipment.rule().ifPresentOrElse(rule -> rule(indent, rule), () -> leaf(indent, List.of()));
    return text.toString();
  }

  private void rule(String indent, DispatchRule rule) {
    switch (rule) {
      case DispatchRule.Leaf(List<Integer> positions) -> leaf(indent, positions);
      case DispatchRule.Split(var question, DispatchRule yes, DispatchRule no) -> {
        begin(indent, names.of(question.condition()), question.text());
        rule(indent + (isC ? "  " : "    "), yes);
        end(indent);
        rule(indent, no);
      }
    }
  }

  private void begin(String indent, String condition, String comment) {
    text.append(
        (isC ? "%sif (%s) { /* %s */\n" : "%sif %s:  # %s\n")
            .formatted(indent, condition, RunHeaders.inComment(comment)));
  }

  private void end(String indent) {
    text.append(isC ? indent + "}\n" : "");
  }

  private void leaf(String indent, List<Integer> positions) {
    List<Integer> order = shipment.completed(positions);
    if (isC) {
      for (int i = 0; i < order.size(); i++) {
        text.append("%sorder[%d] = %d;\n".formatted(indent, i, order.get(i)));
      }
      text.append(indent).append("return;\n");
    } else {
      text.append("%sreturn %s\n".formatted(indent, PythonModule.tuple(order, String::valueOf)));
    }
  }

  private String condition(Shape shape) {
    String member = isC ? "d->%s == %s" : "d.%s == %s";
    var conditions = new ArrayList<String>();
    shape
        .dimensions()
        .forEach((name, size) -> conditions.add(member.formatted(ProgramWords.name(name), size)));
    shape
        .facts()
        .forEach(
            (name, value) ->
                conditions.add(
                    member.formatted(
                        ProgramWords.name(name),
                        isC ? position(name, value) : PythonModule.literal(value))));
    return String.join(isC ? " && " : " and ", conditions);
  }

  /** Value of a fact in C. */
  private String position(String fact, Value value) {
    List<String> values = shipment.facts().getOrDefault(fact, List.of());
    String label = value.toString();
    return Integer.toString(
        DispatchHeader.isTruth(values) ? (label.equals("true") ? 1 : 0) : values.indexOf(label));
  }
}
