package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;

/**
 * Compile-time macro and its values, all of one type, in the file's order. Neighbours in the list
 * are neighbours in the search.
 */
public record Parameter(String name, List<Value> values) {

  public Parameter {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("Parameter '" + name + "' has no values.");
    }
    if (new HashSet<>(values).size() < values.size()) {
      throw new IllegalArgumentException("Parameter '" + name + "' lists a value twice.");
    }
    if (values.stream().map(Value::type).distinct().count() > 1) {
      throw new IllegalArgumentException("Parameter '" + name + "' mixes types in " + values + ".");
    }
  }

  public static Optional<Parameter> find(Collection<Parameter> parameters, String name) {
    return parameters.stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  public static List<String> names(Collection<Parameter> parameters) {
    return parameters.stream().map(Parameter::name).toList();
  }

  public Type type() {
    return values.getFirst().type();
  }
}
