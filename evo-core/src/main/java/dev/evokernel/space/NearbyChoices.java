package dev.evokernel.space;

import java.util.random.RandomGenerator;

/**
 * Search for valid choices near invalid ones without a diagram: fewest choices changed, then fewest
 * steps along the lists of values, then at random.
 *
 * <p>One or two changed choices nearly always suffice, so these are tried first, up to a bounded
 * number of trials. If none is valid, the component offers others.
 */
final class NearbyChoices {

  private final Component component;
  private final int[] parameters;
  private final int[] radix;
  private final RandomGenerator random;

  private int[] nearest = {};
  private long distance = Long.MAX_VALUE;
  private int ties;
  private int trials;

  /** Tests at most {@code trials} changes of the parameters with these ordinals. */
  NearbyChoices(
      Component component, int[] parameters, int[] radix, int trials, RandomGenerator random) {
    this.component = component;
    this.parameters = parameters;
    this.radix = radix;
    this.trials = trials;
    this.random = random;
  }

  /** Tries changes of one parameter, then of two; returns whether any is valid. */
  boolean change(int... choices) {
    int[] tried = choices.clone();
    for (int changes = 1; changes <= 2 && nearest.length == 0; changes++) {
      change(tried, choices, 0, changes, 0);
    }
    return nearest.length > 0;
  }

  int[] nearest() {
    return nearest;
  }

  private void change(int[] tried, int[] wanted, int from, int left, long steps) {
    if (left == 0) {
      if (steps <= distance && trials-- > 0 && component.allows(tried)) {
        offer(tried, steps);
      }
      return;
    }
    for (int i = from; i < parameters.length; i++) {
      int parameter = parameters[i];
      for (int choice = 0; choice < radix[i] && trials > 0; choice++) {
        int step = Math.abs(choice - wanted[parameter]);
        if (step != 0) {
          tried[parameter] = choice;
          change(tried, wanted, i + 1, left - 1, steps + step);
        }
      }
      tried[parameter] = wanted[parameter];
    }
  }

  /** Keeps the nearest; ties are broken uniformly. */
  void offer(int[] choices, long away) {
    if (away < distance) {
      nearest = choices.clone();
      distance = away;
      ties = 1;
    } else if (away == distance && random.nextInt(++ties) == 0) {
      nearest = choices.clone();
    }
  }
}
