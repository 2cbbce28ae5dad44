package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.TypeChoice;

/**
 * Translates expressions over a shape and a device to C. Dimensions become {@code d->M}, limits
 * {@code device->cores}. A fact is the position of its value.
 */
record ShapeNames(Shipment shipment) {

  String of(Expression expression) {
    return new Translation(expression, Map.of(), names(expression.scope())).text();
  }

  /** Translates an expression, with the values of a configuration put in. */
  String of(Expression expression, ShippedConfiguration shipped) {
    Map<String, Value> known = shipped.configuration().withoutVariant().values();
    return new Translation(expression, known, names(expression.scope())).text();
  }

  /** Number that follows from an argument's type; an expression if a fact decides the type. */
  String ofType(Argument argument, ToLongFunction<ElementType> number) {
    String fact = typedBy(argument).orElse("");
    return fact.isEmpty()
        ? Long.toString(number.applyAsLong(argument.type()))
        : choice(fact, value -> number.applyAsLong(ElementType.ofLabel(value)));
  }

  /** Fact that decides the type of a buffer or of a tensor map's buffer. */
  Optional<String> typedBy(Argument argument) {
    return shipment.configurations().stream()
        .flatMap(
            shipped ->
                Stream.ofNullable(
                    shipped.kernel().entryPoint().signature().typedBy().get(name(argument))))
        .filter(TypeChoice::isFact)
        .map(TypeChoice::by)
        .findFirst();
  }

  private static String name(Argument argument) {
    return argument instanceof Argument.TensorMap map ? map.of().name() : argument.name();
  }

  private Map<String, String> names(Scope scope) {
    var names = new LinkedHashMap<String, String>();
    for (String dimension : shipment.dimensions()) {
      names.put(dimension, "d->" + ProgramWords.name(dimension));
    }
    for (Limit limit : Limit.values()) {
      names.put(limit.expressionName(), "device->" + limit.label());
    }
    for (Map.Entry<String, List<String>> fact : shipment.facts().entrySet()) {
      String name = fact.getKey();
      if (!scope.declares(name)) {
        continue;
      }
      boolean truth = scope.type(name) == Type.BOOLEAN;
      names.put(
          name,
          truth
              ? "(d->" + ProgramWords.name(name) + " != 0)"
              : choice(name, value -> scope.bits(Value.of(value))));
      names.put(
          name + ".bytes",
          truth
              ? "0"
              : choice(name, value -> ElementType.find(value).map(ElementType::bytes).orElse(0)));
    }
    return names;
  }

  /** Expression that maps the values of a fact to numbers. */
  private String choice(String fact, ToLongFunction<String> number) {
    List<String> values = shipment.facts().getOrDefault(fact, List.of());
    if (values.stream().mapToLong(number).distinct().count() == 1) {
      return Long.toString(number.applyAsLong(values.getFirst()));
    }
    String name = "d->" + ProgramWords.name(fact);
    var text = new StringBuilder();
    for (int position = 0; position < values.size() - 1; position++) {
      text.append(
          "%s == %d ? %d : ".formatted(name, position, number.applyAsLong(values.get(position))));
    }
    return "(" + text + number.applyAsLong(values.getLast()) + ")";
  }
}
