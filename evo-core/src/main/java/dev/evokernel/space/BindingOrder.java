package dev.evokernel.space;

import module java.base;

import dev.evokernel.kernel.Parameter;

/**
 * Order in which the parameters of a component are bound, such that its constraints are tested
 * early and few parameters are open at any time.
 *
 * <p>The order is greedy: next come the missing parameters of the constraint that needs the fewest
 * combinations of them. A parameter that a single constraint ties to a single other parameter
 * decides nothing else; it follows its partner at once.
 */
record BindingOrder(List<Parameter> parameters, List<Condition> conditions, List<Integer> order) {

  /**
   * @param component ordinals, ascending
   * @param conditions that read a parameter of the component
   */
  static List<Integer> of(
      List<Parameter> parameters, List<Integer> component, List<Condition> conditions) {
    return new BindingOrder(parameters, conditions, new ArrayList<>()).arrange(component);
  }

  private List<Integer> arrange(List<Integer> component) {
    var pendant = new ArrayList<Condition>();
    var open = new ArrayList<Condition>();
    conditions.forEach(condition -> (isPendant(condition) ? pendant : open).add(condition));
    if (open.isEmpty()) {
      open.addAll(pendant);
    }
    while (!open.isEmpty()) {
      Condition next = open.getFirst();
      for (Condition other : open) {
        next = missing(other) < missing(next) ? other : next;
      }
      open.remove(next);
      var missing = new ArrayList<>(next.parameters());
      missing.removeAll(order);
      missing.sort(Comparator.comparingInt(this::values).thenComparingInt(p -> p));
      for (int parameter : missing) {
        bind(parameter, pendant);
      }
    }
    component.stream().filter(p -> !order.contains(p)).forEach(order::add);
    return order;
  }

  private void bind(int parameter, List<Condition> pendant) {
    if (order.contains(parameter)) {
      return;
    }
    order.add(parameter);
    for (Condition condition : pendant) {
      if (condition.parameters().contains(parameter)) {
        condition.parameters().stream().filter(p -> !order.contains(p)).forEach(order::add);
      }
    }
  }

  /**
   * Whether the condition ties a parameter that no other condition reads to a single other
   * parameter.
   */
  private boolean isPendant(Condition condition) {
    return condition.parameters().size() == 2
        && condition.parameters().stream()
            .anyMatch(
                p -> conditions.stream().filter(c -> c.parameters().contains(p)).count() == 1);
  }

  /** Number of combinations of the parameters that the condition reads and that are not bound. */
  private double missing(Condition condition) {
    return condition.parameters().stream()
        .filter(p -> !order.contains(p))
        .mapToDouble(this::values)
        .reduce(1, (a, b) -> a * b);
  }

  private int values(int parameter) {
    return parameters.get(parameter).values().size();
  }
}
