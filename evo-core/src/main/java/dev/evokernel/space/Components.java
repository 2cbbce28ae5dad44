package dev.evokernel.space;

import dev.evokernel.kernel.Parameter;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Splits parameters into groups that share no constraint, and enumerates each of them. */
final class Components {

  private static final Component NOTHING = new Component(new int[0], new int[0], new long[0]);

  private final List<Parameter> parameters;
  private final Bindings bindings;

  Components(List<Parameter> parameters, Bindings bindings) {
    this.parameters = parameters;
    this.bindings = bindings;
  }

  /** In the order of their first parameters; at least one is empty when nothing is valid. */
  List<Component> of(List<Condition> conditions) {
    boolean possible =
        conditions.stream()
            .filter(condition -> condition.parameters().isEmpty())
            .allMatch(bindings::hold);
    return possible
        ? groups(conditions).stream().map(group -> component(group, conditions)).toList()
        : List.of(NOTHING);
  }

  static BigInteger product(List<Component> components) {
    return components.stream()
        .map(component -> BigInteger.valueOf(component.size()))
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }

  private Component component(List<Integer> group, List<Condition> conditions) {
    List<Condition> within =
        conditions.stream()
            .filter(condition -> !Collections.disjoint(group, condition.parameters()))
            .toList();
    return new Component(
        group.stream().mapToInt(p -> p).toArray(),
        group.stream().mapToInt(p -> parameters.get(p).values().size()).toArray(),
        new Enumeration(parameters, group, within, bindings).keys());
  }

  private List<List<Integer>> groups(List<Condition> conditions) {
    int[] group = IntStream.range(0, parameters.size()).toArray();
    for (Condition condition : conditions) {
      int[] joined = condition.parameters().stream().mapToInt(p -> group[p]).distinct().toArray();
      int first = IntStream.of(joined).min().orElse(0);
      for (int p = 0; p < group.length; p++) {
        int label = group[p];
        group[p] = IntStream.of(joined).anyMatch(other -> other == label) ? first : label;
      }
    }
    return IntStream.range(0, group.length)
        .boxed()
        .collect(Collectors.groupingBy(p -> group[p], TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .toList();
  }
}
