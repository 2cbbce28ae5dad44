package dev.evokernel.kernel;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import java.util.HashSet;
import java.util.List;

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

  public Type type() {
    return values.getFirst().type();
  }
}
