package dev.evokernel.space;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A constraint as the construction of a space sees it.
 *
 * @param parameters ordinals of the parameters that it reads and that have a choice of values
 * @param shapes ordinals of the shapes on which it has to be tested; of those that look alike to it
 *     the first, and a single one where it reads no dimension
 * @param everyShape whether it reads a shape's dimension and so must hold on every shape
 */
record Condition(
    Constraint constraint, Set<Integer> parameters, List<Integer> shapes, boolean everyShape) {

  private static final Set<String> LIMITS =
      Arrays.stream(Limit.values()).map(Limit::expressionName).collect(Collectors.toSet());

  Condition {
    parameters = Set.copyOf(parameters);
    shapes = List.copyOf(shapes);
  }

  static Condition of(Constraint constraint, List<Parameter> parameters, List<Frame> frames) {
    Set<String> names = constraint.condition().names();
    var dimensions = new TreeSet<>(names);
    dimensions.removeAll(LIMITS);
    parameters.forEach(parameter -> dimensions.remove(parameter.name()));
    var read = new HashSet<Integer>();
    for (int p = 0; p < parameters.size(); p++) {
      if (names.contains(parameters.get(p).name()) && parameters.get(p).values().size() > 1) {
        read.add(p);
      }
    }
    return new Condition(constraint, read, different(frames, dimensions), !dimensions.isEmpty());
  }

  private static List<Integer> different(List<Frame> frames, Set<String> dimensions) {
    var seen = new HashSet<List<Value>>();
    var different = new ArrayList<Integer>();
    for (int shape = 0; shape < frames.size(); shape++) {
      if (seen.add(dimensions.stream().map(frames.get(shape)::value).toList())) {
        different.add(shape);
      }
    }
    return different;
  }

  String text() {
    return constraint.condition().text();
  }

  boolean holds(Frame frame) {
    return constraint.condition().test(frame);
  }
}
