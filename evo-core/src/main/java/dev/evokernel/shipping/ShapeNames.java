package dev.evokernel.shipping;

import dev.evokernel.expr.Dialect;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Limit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Expressions over a shape and a device, as a program of the package computes them: dimensions are
 * {@code d->M} in C and {@code d.M} in Python, limits {@code device->cores} and {@code
 * device.cores}. A fact is the position of its value in C, and its value in Python.
 */
final class ShapeNames {

  private final Dialect dialect;
  private final Shipment shipment;
  private final String member;

  ShapeNames(Dialect dialect, Shipment shipment) {
    this.dialect = dialect;
    this.shipment = shipment;
    this.member = dialect == Dialect.C ? "->" : ".";
  }

  /** An expression over the shape alone, or over the shape and the device. */
  String of(Expression expression) {
    return expression.in(dialect, Map.of(), names(expression.scope()));
  }

  /** The same with the values of a configuration. */
  String of(Expression expression, ShippedConfiguration one) {
    return expression.in(dialect, known(one), names(expression.scope()));
  }

  private static Map<String, Value> known(ShippedConfiguration one) {
    return one.configuration().withoutVariant().values();
  }

  /** The condition that a macro of the shape has a value. */
  String is(Expression macro, Value value, ShippedConfiguration one) {
    return of(Expression.parse(equality(macro, value), one.kernel().scope()), one);
  }

  /** The same condition as {@code kernel.yaml} would write it. */
  static String equality(Expression macro, Value value) {
    return switch (value) {
      case Value.BooleanValue(boolean truth) ->
          (truth ? "" : "not ") + "(" + macro.expanded() + ")";
      case Value.TextValue _ -> "(%s) == \"%s\"".formatted(macro.expanded(), value);
      case Value.IntegerValue _, Value.RealValue _ ->
          "(%s) == %s".formatted(macro.expanded(), value);
    };
  }

  /** Something that follows from a type, which a fact may decide. */
  String ofType(Argument argument, ToLongFunction<ElementType> number) {
    String fact = typedBy(argument).orElse("");
    return fact.isEmpty()
        ? Long.toString(number.applyAsLong(argument.type()))
        : choice(fact, value -> number.applyAsLong(ElementType.ofLabel(value)));
  }

  /** The fact that decides a buffer's type. */
  Optional<String> typedBy(Argument argument) {
    return shipment.configurations().stream()
        .flatMap(
            one ->
                Stream.ofNullable(
                    one.kernel().entryPoint().signature().typedBy().get(name(argument))))
        .findFirst();
  }

  private static String name(Argument argument) {
    return argument instanceof Argument.TensorMap map ? map.of().name() : argument.name();
  }

  private Map<String, String> names(Scope scope) {
    var names = new LinkedHashMap<String, String>();
    for (String dimension : shipment.dimensions()) {
      names.put(dimension, "d" + member + ProgramWords.name(dimension));
    }
    for (Limit limit : Limit.values()) {
      names.put(limit.expressionName(), "device" + member + limit.label());
    }
    for (Map.Entry<String, List<String>> fact : shipment.facts().entrySet()) {
      String name = fact.getKey();
      if (!scope.declares(name)) {
        continue;
      }
      boolean truth = scope.type(name) == Type.BOOLEAN;
      names.put(name, truth ? truth(name) : choice(name, value -> scope.bits(Value.of(value))));
      names.put(
          name + ".bytes",
          truth
              ? "0"
              : choice(name, value -> ElementType.find(value).map(ElementType::bytes).orElse(0)));
    }
    return names;
  }

  private String truth(String fact) {
    String name = "d" + member + ProgramWords.name(fact);
    return dialect == Dialect.C ? "(" + name + " != 0)" : name;
  }

  /** A number for each value of a fact. */
  private String choice(String fact, ToLongFunction<String> number) {
    List<String> values = shipment.facts().getOrDefault(fact, List.of());
    if (values.stream().mapToLong(number).distinct().count() == 1) {
      return Long.toString(number.applyAsLong(values.getFirst()));
    }
    String name = "d" + member + ProgramWords.name(fact);
    if (dialect == Dialect.PYTHON) {
      return values.stream()
          .map(value -> ProgramWords.quoted(value) + ": " + number.applyAsLong(value))
          .collect(Collectors.joining(", ", "{", "}[" + name + "]"));
    }
    var text = new StringBuilder();
    for (int position = 0; position < values.size() - 1; position++) {
      text.append(
          "%s == %d ? %d : ".formatted(name, position, number.applyAsLong(values.get(position))));
    }
    return "(" + text + number.applyAsLong(values.getLast()) + ")";
  }
}
