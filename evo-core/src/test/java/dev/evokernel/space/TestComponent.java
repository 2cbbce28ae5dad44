package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Parameter;

/**
 * A small component to represent, and what brute force says of it.
 *
 * @param parameters of the whole space
 * @param within ordinals of those that the component is made of, ascending
 */
public record TestComponent(
    List<Parameter> parameters,
    List<Integer> within,
    List<Condition> conditions,
    ShapeFrames frames) {

  /** Parameters P0, P1, … with values from 1 on. */
  public static TestComponent of(List<Integer> sizes, List<Integer> within, String... conditions) {
    List<Parameter> parameters =
        IntStream.range(0, sizes.size())
            .mapToObj(p -> Spaces.range("P" + p, 1, sizes.get(p)))
            .toList();
    Scope.Builder names = Scope.builder();
    parameters.forEach(parameter -> names.declare(parameter.name(), parameter.type()));
    Scope scope = names.build();
    var frames = new LinkedHashMap<String, Frame>();
    frames.put("only", scope.frame());
    return new TestComponent(
        parameters,
        within,
        Stream.of(conditions)
            .map(text -> new Constraint(Expression.parse(text, scope), ""))
            .map(
                constraint ->
                    Condition.of(constraint, parameters, List.copyOf(frames.values()), false))
            .toList(),
        new ShapeFrames(parameters, scope, frames));
  }

  /** Every combination of its own parameters; the others have their first value. */
  public Stream<int[]> combinations() {
    Stream<int[]> all = Stream.of(new int[parameters.size()]);
    for (int parameter : within) {
      all = all.flatMap(choices -> withEach(choices, parameter));
    }
    return all;
  }

  private Stream<int[]> withEach(int[] choices, int parameter) {
    return IntStream.range(0, parameters.get(parameter).values().size())
        .mapToObj(
            choice -> {
              int[] changed = choices.clone();
              changed[parameter] = choice;
              return changed;
            });
  }

  /** By evaluating every condition. */
  public boolean isValid(int... choices) {
    frames.bindAll(choices);
    return conditions.stream().allMatch(frames::hold);
  }

  public List<int[]> valid() {
    return combinations().filter(this::isValid).toList();
  }

  /** How many parameters the nearest valid combination changes, and by how many steps in all. */
  public int[] leastChange(int... choices) {
    return valid().stream()
        .map(to -> change(choices, to))
        .min(
            Comparator.<int[]>comparingInt(change -> change[0])
                .thenComparingInt(change -> change[1]))
        .orElseThrow();
  }

  /** How many parameters differ, and by how many steps in all. */
  public static int[] change(int[] from, int[] to) {
    int[] steps = IntStream.range(0, from.length).map(p -> Math.abs(from[p] - to[p])).toArray();
    return new int[] {
      (int) Arrays.stream(steps).filter(step -> step > 0).count(), Arrays.stream(steps).sum()
    };
  }
}
