package dev.evokernel.space;

/**
 * Limits of the effort for the construction of one component.
 *
 * @param numbers held by a diagram and the states it distinguishes: 200 MB
 * @param steps to find them, some seconds
 * @param listed combinations to enumerate, some ten seconds
 */
public record ConstructionEffort(long numbers, long steps, long listed) {
  public static final ConstructionEffort USUAL =
      new ConstructionEffort(8_000_000, 200_000_000, 100_000_000);
}
