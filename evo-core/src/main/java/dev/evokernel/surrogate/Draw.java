package dev.evokernel.surrogate;

import dev.evokernel.surrogate.ResponseSurface.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Which of many evaluations a model is made of. */
final class Draw {

  private Draw() {}

  /**
   * The best and a draw of the rest; everything, in its order, where that is not too much.
   *
   * @param share of the best among those that are kept
   */
  static List<Observation> bestAndRest(
      List<Observation> from, int count, double share, RandomGenerator random) {
    if (from.size() <= count) {
      return from;
    }
    var sorted = new ArrayList<>(from);
    sorted.sort(Comparator.comparingDouble(Observation::objective));
    Collections.shuffle(sorted.subList((int) (share * count), sorted.size()), Random.from(random));
    return List.copyOf(sorted.subList(0, count));
  }
}
