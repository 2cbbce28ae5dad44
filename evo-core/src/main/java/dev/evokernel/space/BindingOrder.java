package dev.evokernel.space;

import dev.evokernel.kernel.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * In which order the parameters of a component are bound, so that its constraints are tested early
 * and seldom.
 *
 * <p>Greedy: next come the missing parameters of the constraint that needs the fewest combinations
 * of them. A parameter that only a single constraint ties to a single other one is bound last: it
 * helps to decide nothing else, and would only multiply what is tested after it.
 */
final class BindingOrder {

  private final List<Parameter> parameters;
  private final List<Condition> conditions;
  private final List<Integer> order = new ArrayList<>();

  private BindingOrder(List<Parameter> parameters, List<Condition> conditions) {
    this.parameters = parameters;
    this.conditions = conditions;
  }

  /**
   * @param component ordinals, ascending
   * @param conditions those that read a parameter of the component
   */
  static List<Integer> of(
      List<Parameter> parameters, List<Integer> component, List<Condition> conditions) {
    return new BindingOrder(parameters, conditions).arrange(component);
  }

  private List<Integer> arrange(List<Integer> component) {
    var open = new ArrayList<>(conditions.stream().filter(c -> !isPendant(c)).toList());
    while (!open.isEmpty()) {
      Condition next = open.stream().min(Comparator.comparingDouble(this::missing)).orElseThrow();
      next.parameters().stream()
          .filter(p -> !order.contains(p))
          .sorted(Comparator.<Integer>comparingInt(this::values).thenComparingInt(p -> p))
          .forEach(order::add);
      open.remove(next);
    }
    component.stream().filter(p -> !order.contains(p)).forEach(order::add);
    return order;
  }

  /** Whether the condition ties a parameter that no other condition reads to one other. */
  private boolean isPendant(Condition condition) {
    return condition.parameters().size() == 2
        && condition.parameters().stream()
            .anyMatch(
                p -> conditions.stream().filter(c -> c.parameters().contains(p)).count() == 1);
  }

  /** How many combinations the parameters have that the condition reads and that are not bound. */
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
