package dev.evokernel.space;

import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A constraint as the enumeration sees it.
 *
 * @param parameters ordinals of the parameters that it reads and that have a choice of values
 * @param everyShape whether it reads a shape's dimension and so must hold on every shape
 */
record Condition(Constraint constraint, Set<Integer> parameters, boolean everyShape) {

  private static final Set<String> LIMITS =
      Arrays.stream(Limit.values()).map(Limit::expressionName).collect(Collectors.toSet());

  Condition {
    parameters = Set.copyOf(parameters);
  }

  static Condition of(Constraint constraint, List<Parameter> parameters) {
    Set<String> names = constraint.condition().names();
    var dimensions = new HashSet<>(names);
    dimensions.removeAll(LIMITS);
    parameters.forEach(parameter -> dimensions.remove(parameter.name()));
    return new Condition(
        constraint,
        IntStream.range(0, parameters.size())
            .filter(p -> names.contains(parameters.get(p).name()))
            .filter(p -> parameters.get(p).values().size() > 1)
            .boxed()
            .collect(Collectors.toSet()),
        !dimensions.isEmpty());
  }

  boolean holds(Frame frame) {
    return constraint.condition().test(frame);
  }
}
