package dev.evokernel.space;

import module java.base;

import dev.evokernel.kernel.Parameter;

/**
 * Splits parameters into groups that share no constraint, and finds the valid combinations of each
 * group: as a diagram; if that takes too much effort, as a list; if there are too many for a list,
 * as a diagram of some constraints with rejection for the rest.
 */
record Components(
    List<Parameter> parameters, ShapeFrames bindings, SearchSpace.ConstructionEffort effort) {

  private static final Component NOTHING = new Listing(new int[0], new int[0], new long[0]);

  /**
   * Components in the order of their first parameters; at least one is empty if no combination is
   * valid.
   */
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
    var builder = new DiagramBuilder(parameters, group, within, bindings, effort);
    Optional<Diagram> diagram = builder.diagram();
    if (diagram.isPresent()) {
      return diagram.orElseThrow();
    }
    Optional<Listing> listing = listing(group, within);
    return listing.isPresent() ? listing.orElseThrow() : rejection(group, within, builder);
  }

  private Optional<Listing> listing(List<Integer> group, List<Condition> within) {
    if (combinations(group).compareTo(BigInteger.valueOf(effort.listed())) > 0) {
      return Optional.empty();
    }
    int[] ordinals = group.stream().mapToInt(p -> p).toArray();
    int[] radix = group.stream().mapToInt(p -> parameters.get(p).values().size()).toArray();
    return new Listing.Enumeration(parameters, group, within, bindings)
        .keys()
        .map(keys -> new Listing(ordinals, radix, keys));
  }

  /**
   * Leaves out the constraint that distinguishes the most states until the diagram of the rest
   * fits.
   */
  private Component rejection(List<Integer> group, List<Condition> within, DiagramBuilder failed) {
    var followed = new ArrayList<>(within);
    var rejecting = new ArrayList<Condition>();
    DiagramBuilder builder = failed;
    Optional<Diagram> diagram = Optional.empty();
    while (diagram.isEmpty()) {
      Condition entangled = builder.mostEntangled();
      followed.remove(entangled);
      rejecting.add(entangled);
      builder = new DiagramBuilder(parameters, group, followed, bindings, effort);
      diagram = builder.diagram();
    }
    Diagram found = diagram.orElseThrow();
    return found.count().signum() == 0 ? found : new RejectionComponent(found, rejecting, bindings);
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

  /** Finds the constraint that empties a space, by leaving out each in turn. */
  EmptySpaceException diagnose(BigInteger combinations, List<Condition> conditions) {
    List<String> culprits = conditions.stream().map(left -> without(left, conditions)).toList();
    String found =
        culprits.stream()
            .filter(Predicate.not(String::isEmpty))
            .collect(Collectors.joining("; ", "", "."));
    return new EmptySpaceException(
        "None of the %s combinations of values satisfies every constraint. %s"
            .formatted(
                combinations,
                found.equals(".")
                    ? "Leaving out any single one of the %d constraints does not help: several contradict the values. Maybe list more values."
                        .formatted(conditions.size())
                    : found + " Maybe loosen it, or list more values."));
  }

  private String without(Condition left, List<Condition> conditions) {
    List<Condition> others =
        conditions.stream().filter(condition -> !condition.equals(left)).toList();
    BigInteger size = size(others);
    return size.signum() == 0 ? "" : "Without '" + left.text() + "' there would be " + size;
  }

  private BigInteger size(List<Condition> conditions) {
    try {
      return product(of(conditions));
    } catch (IllegalArgumentException unguarded) {
      return BigInteger.ZERO;
    }
  }
}
