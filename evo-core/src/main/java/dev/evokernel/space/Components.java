package dev.evokernel.space;

import dev.evokernel.kernel.Parameter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Splits parameters into groups that share no constraint, and finds the valid combinations of each:
 * as a diagram; where that takes too much, as a list; and where there are too many for a list, as a
 * diagram of some constraints and a sieve for the rest.
 */
final class Components {

  private static final Component NOTHING = new Listing(new int[0], new int[0], new long[0]);

  private final List<Parameter> parameters;
  private final ShapeFrames bindings;
  private final ConstructionEffort effort;

  Components(List<Parameter> parameters, ShapeFrames bindings, ConstructionEffort effort) {
    this.parameters = parameters;
    this.bindings = bindings;
    this.effort = effort;
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
    return components.stream().map(Component::count).reduce(BigInteger.ONE, BigInteger::multiply);
  }

  private Component component(List<Integer> group, List<Condition> conditions) {
    List<Condition> within =
        conditions.stream()
            .filter(condition -> !Collections.disjoint(group, condition.parameters()))
            .toList();
    var unfolding = new DiagramBuilder(parameters, group, within, bindings, effort);
    Optional<Diagram> diagram = unfolding.diagram();
    if (diagram.isPresent()) {
      return diagram.orElseThrow();
    }
    Optional<Listing> listing = listing(group, within);
    return listing.isPresent() ? listing.orElseThrow() : sieve(group, within, unfolding);
  }

  private Optional<Listing> listing(List<Integer> group, List<Condition> within) {
    if (combinations(group).compareTo(BigInteger.valueOf(effort.listed())) > 0) {
      return Optional.empty();
    }
    int[] ordinals = group.stream().mapToInt(p -> p).toArray();
    int[] radix = group.stream().mapToInt(p -> parameters.get(p).values().size()).toArray();
    return new Enumeration(parameters, group, within, bindings)
        .keys()
        .map(keys -> new Listing(ordinals, radix, keys));
  }

  /** Leaves out the constraint that tells the most states apart until the rest fits. */
  private Component sieve(List<Integer> group, List<Condition> within, DiagramBuilder failed) {
    var followed = new ArrayList<>(within);
    var sifted = new ArrayList<Condition>();
    DiagramBuilder unfolding = failed;
    Optional<Diagram> diagram = Optional.empty();
    while (diagram.isEmpty()) {
      Condition entangled = unfolding.mostEntangled();
      followed.remove(entangled);
      sifted.add(entangled);
      unfolding = new DiagramBuilder(parameters, group, followed, bindings, effort);
      diagram = unfolding.diagram();
    }
    Diagram found = diagram.orElseThrow();
    return found.count().signum() == 0 ? found : RejectionComponent.of(found, sifted, bindings);
  }

  private BigInteger combinations(Collection<Integer> group) {
    return group.stream()
        .map(p -> BigInteger.valueOf(parameters.get(p).values().size()))
        .reduce(BigInteger.ONE, BigInteger::multiply);
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
