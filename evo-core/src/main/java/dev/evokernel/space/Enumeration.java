package dev.evokernel.space;

import module java.base;

import dev.evokernel.kernel.Parameter;

/**
 * Enumeration of the valid combinations of parameters that constraints tie together, depth first.
 *
 * <p>A constraint is tested as soon as its last parameter is bound, so never twice for the same
 * prefix.
 */
final class Enumeration {

  /** Maximum number of combinations of one component: 160 MB. */
  private static final int MAXIMUM = 20_000_000;

  private final int[] order;
  private final int[] radix;
  private final long[] weights;
  private final Condition[][] closing;
  private final ShapeFrames bindings;

  private long[] keys = new long[1024];
  private int count;
  private boolean tooMany;

  /**
   * @param component ordinals of the parameters to enumerate, ascending
   * @param conditions that read no other parameter with several values
   */
  Enumeration(
      List<Parameter> parameters,
      List<Integer> component,
      List<Condition> conditions,
      ShapeFrames bindings) {
    List<Integer> binding = BindingOrder.of(parameters, component, conditions);
    int[] sizes = component.stream().mapToInt(p -> parameters.get(p).values().size()).toArray();
    long[] componentWeights = Listing.weights(sizes);
    this.order = binding.stream().mapToInt(p -> p).toArray();
    this.radix = binding.stream().mapToInt(p -> sizes[component.indexOf(p)]).toArray();
    this.weights =
        binding.stream().mapToLong(p -> componentWeights[component.indexOf(p)]).toArray();
    this.closing = closing(binding, conditions);
    this.bindings = bindings;
  }

  /** Keys of the valid combinations, ascending; empty if there are too many. */
  Optional<long[]> keys() {
    descend(0, 0);
    if (tooMany) {
      return Optional.empty();
    }
    long[] sorted = Arrays.copyOf(keys, count);
    Arrays.sort(sorted);
    return Optional.of(sorted);
  }

  private void descend(int depth, long key) {
    if (depth == order.length) {
      append(key);
      return;
    }
    for (int choice = 0; choice < radix[depth] && !tooMany; choice++) {
      bindings.bind(order[depth], choice);
      if (hold(closing[depth])) {
        descend(depth + 1, key + choice * weights[depth]);
      }
    }
  }

  private boolean hold(Condition... conditions) {
    for (Condition condition : conditions) {
      if (!bindings.hold(condition)) {
        return false;
      }
    }
    return true;
  }

  private void append(long key) {
    if (count == MAXIMUM) {
      tooMany = true;
      return;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.min(2 * count, MAXIMUM));
    }
    keys[count++] = key;
  }

  private static Condition[][] closing(List<Integer> order, List<Condition> conditions) {
    Set<Integer> bound = new HashSet<>();
    var open = new ArrayList<>(conditions);
    Condition[][] closing = new Condition[order.size()][];
    for (int depth = 0; depth < closing.length; depth++) {
      bound.add(order.get(depth));
      closing[depth] =
          open.stream()
              .filter(condition -> bound.containsAll(condition.parameters()))
              .toArray(Condition[]::new);
      open.removeAll(List.of(closing[depth]));
    }
    return closing;
  }
}
