package dev.evokernel.search;

import module java.base;

import dev.evokernel.space.SearchSpace;

/** Set of the proposed configurations; a search proposes each configuration once. */
final class ProposedSet {

  private static final int BLIND_DRAWS = 64;
  private static final int MANY_DRAWS = 4096;

  private final SearchSpace space;
  private final Set<BigInteger> claimed = new HashSet<>();
  private boolean worn;

  public ProposedSet(SearchSpace space) {
    this.space = space;
  }

  /** Claims valid choices; false if they are invalid or claimed already. */
  public boolean claim(int... choices) {
    return space.contains(choices) && claimed.add(space.identity(choices));
  }

  /** Returns whether the choices are valid and not claimed. */
  public boolean isFree(int... choices) {
    return space.contains(choices) && !isClaimed(choices);
  }

  public boolean isWorn() {
    return worn;
  }

  /** Marks a space without numbers as exhausted. */
  public void wear(boolean out) {
    worn = out;
  }

  /**
   * Returns whether every configuration was claimed. In a space without numbers, returns whether
   * none of very many draws was free.
   */
  public boolean isExhausted() {
    return space.isNumbered() ? claimed.size() == space.size() : worn;
  }

  /**
   * Draws free choices, uniformly while a fair part of the space is free; with variants, uniformly
   * over the variants first. A space without numbers may turn out to be exhausted, and then the
   * choices are not free.
   *
   * @throws IllegalStateException if no configuration is free
   */
  public int[] drawFree(RandomGenerator random) {
    if (space.isNumbered() && isExhausted()) {
      throw new IllegalStateException("All configurations were proposed.");
    }
    int[] choices = space.drawEvenly(random);
    int draws = space.isNumbered() ? BLIND_DRAWS : worn ? 0 : MANY_DRAWS;
    for (int draw = 0; isClaimed(choices) && draw < draws; draw++) {
      choices = space.drawEvenly(random);
    }
    return isClaimed(choices) ? next(choices) : choices;
  }

  private int[] next(int... from) {
    if (!space.isNumbered()) {
      worn = true;
      return from;
    }
    int[] choices = from;
    long index = space.indexOf(from).orElseThrow();
    while (isClaimed(choices)) {
      index = (index + 1) % space.size();
      choices = space.choicesAt(index);
    }
    return choices;
  }

  private boolean isClaimed(int... choices) {
    return claimed.contains(space.identity(choices));
  }
}
