package dev.evokernel.surrogate;

import module java.base;

/** Selection of the evaluations that a model is fitted to. */
final class Draw {

  private Draw() {}

  /**
   * Returns the best evaluations, a share of all that are kept, and a random sample of the rest.
   * All stay in their order if they are few. A lower worth is better.
   */
  static <T> List<T> bestAndRest(
      List<T> from, int count, double share, ToDoubleFunction<T> worth, RandomGenerator random) {
    if (from.size() <= count) {
      return from;
    }
    double[] worths = from.stream().mapToDouble(worth).toArray();
    List<T> sorted =
        IntStream.range(0, worths.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> worths[i]))
            .map(from::get)
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(sorted.subList((int) (share * count), sorted.size()), Random.from(random));
    return List.copyOf(sorted.subList(0, count));
  }
}
