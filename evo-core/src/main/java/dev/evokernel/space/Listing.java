package dev.evokernel.space;

import module java.base;

import dev.evokernel.kernel.Parameter;

/**
 * Component that stores all its valid combinations.
 *
 * <p>A combination is one number: its choices are digits of a mixed radix, the first parameter most
 * significant. Only the sorted numbers are stored. A row is found by binary search; rows are in the
 * order of the parameters, whatever the order of enumeration.
 */
final class Listing implements Component.Numbered {

  private final int[] parameters;
  private final int[] radix;
  private final long[] weights;
  private final long[] keys;

  /**
   * @param parameters ordinals, ascending
   * @param radix number of values of each parameter
   * @param keys valid combinations, ascending
   */
  Listing(int[] parameters, int[] radix, long[] keys) {
    this.parameters = parameters.clone();
    this.radix = radix.clone();
    this.weights = weights(radix);
    this.keys = keys;
  }

  /** Weight of each digit in a key. The combinations must be numbered in 63 bits. */
  static long[] weights(int... radix) {
    long[] weights = new long[radix.length];
    long weight = 1;
    for (int digit = radix.length - 1; digit >= 0; digit--) {
      weights[digit] = weight;
      try {
        weight = Math.multiplyExact(weight, radix[digit]);
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(
            "Constraints tie together %d parameters with more than 2^63 combinations. Maybe list fewer values."
                .formatted(radix.length),
            e);
      }
    }
    return weights;
  }

  static long key(long[] weights, int... digits) {
    long key = 0;
    for (int digit = 0; digit < digits.length; digit++) {
      key += digits[digit] * weights[digit];
    }
    return key;
  }

  @Override
  public BigInteger count() {
    return BigInteger.valueOf(keys.length);
  }

  @Override
  public boolean allows(int... choices) {
    return row(choices) >= 0;
  }

  @Override
  public void draw(int[] choices, RandomGenerator random) {
    read(random.nextInt(keys.length), choices);
  }

  @Override
  public void read(long row, int[] choices) {
    long rest = keys[(int) row];
    for (int digit = 0; digit < parameters.length; digit++) {
      choices[parameters[digit]] = (int) (rest / weights[digit]);
      rest %= weights[digit];
    }
  }

  @Override
  public long row(int... choices) {
    return Arrays.binarySearch(keys, key(weights, digits(choices)));
  }

  @Override
  public void repair(int[] choices, RandomGenerator random) {
    if (!allows(choices)) {
      var search = new NearbyChoices(this, parameters, radix, Integer.MAX_VALUE, random);
      if (!search.change(choices)) {
        offerAll(search, choices);
      }
      System.arraycopy(search.nearest(), 0, choices, 0, choices.length);
    }
  }

  private void offerAll(NearbyChoices search, int... wanted) {
    int[] offered = wanted.clone();
    for (int row = 0; row < keys.length; row++) {
      read(row, offered);
      long changed = 0;
      long steps = 0;
      for (int parameter : parameters) {
        int step = Math.abs(offered[parameter] - wanted[parameter]);
        steps += step;
        changed += step == 0 ? 0 : 1;
      }
      search.offer(offered, (changed << 40) + steps);
    }
  }

  private int[] digits(int... choices) {
    int[] digits = new int[parameters.length];
    for (int digit = 0; digit < digits.length; digit++) {
      digits[digit] = choices[parameters[digit]];
    }
    return digits;
  }

  /**
   * Enumeration of the valid combinations of parameters that constraints tie together, depth first.
   *
   * <p>A constraint is tested as soon as its last parameter is bound, so never twice for the same
   * prefix.
   */
  static final class Enumeration {

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
}
