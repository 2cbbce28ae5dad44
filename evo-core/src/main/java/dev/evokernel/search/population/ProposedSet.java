package dev.evokernel.search.population;

import dev.evokernel.space.Moves;
import dev.evokernel.space.SearchSpace;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Which configurations were proposed already: each is handed out once in a search. */
public final class ProposedSet {

  private static final int BLIND_DRAWS = 64;
  private static final int MANY_DRAWS = 4096;

  private final SearchSpace space;
  private final Moves moves;
  private final Set<BigInteger> claimed = new HashSet<>();
  private boolean worn;

  public ProposedSet(SearchSpace space) {
    this.space = space;
    this.moves = space.moves();
  }

  /** Whether the choices are valid and were free until now. */
  public boolean claim(int... choices) {
    return space.contains(choices) && claimed.add(space.identity(choices));
  }

  /** Whether the choices are valid and were not handed out. */
  public boolean isFree(int... choices) {
    return space.contains(choices) && !isClaimed(choices);
  }

  public boolean isWorn() {
    return worn;
  }

  /** Takes a space without numbers for exhausted, or not. */
  public void wear(boolean out) {
    worn = out;
  }

  /**
   * Whether every configuration was handed out; in a space without numbers, whether none of very
   * many draws was free.
   */
  public boolean isExhausted() {
    return space.isNumbered() ? claimed.size() == space.size() : worn;
  }

  /**
   * The choices of a free configuration, uniformly as long as a fair part of the space is free
   * (with variants: of each of them, and these evenly); those of any other where a space without
   * numbers turns out to be exhausted.
   *
   * @throws IllegalStateException if none is
   */
  public int[] drawFree(RandomGenerator random) {
    if (space.isNumbered() && isExhausted()) {
      throw new IllegalStateException("Every configuration was proposed.");
    }
    int[] choices = moves.drawEvenly(random);
    int draws = space.isNumbered() ? BLIND_DRAWS : worn ? 0 : MANY_DRAWS;
    for (int draw = 0; isClaimed(choices) && draw < draws; draw++) {
      choices = moves.drawEvenly(random);
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
