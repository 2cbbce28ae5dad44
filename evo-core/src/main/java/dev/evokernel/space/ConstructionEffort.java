package dev.evokernel.space;

/**
 * What the construction of one component may cost.
 *
 * @param numbers that a diagram and the states it tells apart may hold: 200 MB
 * @param steps that may be taken to find them, some seconds
 * @param listed combinations that may be gone through one by one, some ten seconds
 */
record ConstructionEffort(long numbers, long steps, long listed) {
  static final ConstructionEffort USUAL =
      new ConstructionEffort(8_000_000, 200_000_000, 100_000_000);
}
