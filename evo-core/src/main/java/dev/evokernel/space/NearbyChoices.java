package dev.evokernel.space;

import java.util.random.RandomGenerator;

/**
 * Search for valid choices near invalid ones without a diagram. Every change of one parameter is
 * tried, then changes of two up to a bounded number of trials. If none is valid, valid combinations
 * are drawn and moved towards the wanted choices, value by value.
 */
final class NearbyChoices {

  private static final int TRIALS = 20_000;
  private static final int DRAWS = 16;

  private final RejectionComponent component;
  private final int[] parameters;
  private final int[] radix;
  private final RandomGenerator random;

  private int[] nearest = {};
  private long distance = Long.MAX_VALUE;
  private int ties;
  private int trials;

  /**
   * @param parameters ordinals of the parameters that may change
   * @param radix number of values of each parameter
   */
  NearbyChoices(
      RejectionComponent component, int[] parameters, int[] radix, RandomGenerator random) {
    this.component = component;
    this.parameters = parameters;
    this.radix = radix;
    this.random = random;
  }

  void write(int... choices) {
    int[] tried = choices.clone();
    for (int changes = 1; changes <= 2 && nearest.length == 0; changes++) {
      change(tried, choices, 0, changes, 0);
    }
    if (nearest.length == 0) {
      for (int draw = 0; draw < DRAWS; draw++) {
        lead(choices);
      }
    }
    System.arraycopy(nearest, 0, choices, 0, choices.length);
  }

  private void change(int[] tried, int[] wanted, int from, int left, long steps) {
    if (left == 0) {
      if (steps <= distance && trials++ < TRIALS && component.allows(tried)) {
        offer(tried, steps);
      }
      return;
    }
    for (int i = from; i < parameters.length; i++) {
      int parameter = parameters[i];
      for (int choice = 0; choice < radix[i] && trials < TRIALS; choice++) {
        int step = Math.abs(choice - wanted[parameter]);
        if (step != 0) {
          tried[parameter] = choice;
          change(tried, wanted, i + 1, left - 1, steps + step);
        }
      }
      tried[parameter] = wanted[parameter];
    }
  }

  private void lead(int... wanted) {
    int[] led = wanted.clone();
    component.draw(led, random);
    int first = random.nextInt(parameters.length);
    long away = 0;
    for (int i = 0; i < parameters.length; i++) {
      int parameter = parameters[(first + i) % parameters.length];
      int drawn = led[parameter];
      led[parameter] = wanted[parameter];
      if (drawn != wanted[parameter] && !component.allows(led)) {
        led[parameter] = drawn;
        away += (1L << 40) + Math.abs(drawn - wanted[parameter]);
      }
    }
    offer(led, away);
  }

  /** Keeps the nearest; ties are broken uniformly. */
  private void offer(int[] choices, long away) {
    if (away < distance) {
      nearest = choices.clone();
      distance = away;
      ties = 1;
    } else if (away == distance && random.nextInt(++ties) == 0) {
      nearest = choices.clone();
    }
  }
}
