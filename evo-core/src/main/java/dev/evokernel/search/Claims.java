package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Which configurations were proposed already: each is handed out once in a search. */
final class Claims {

  private static final int BLIND_DRAWS = 64;

  private final SearchSpace space;
  private final Set<Long> claimed = new HashSet<>();

  Claims(SearchSpace space) {
    this.space = space;
  }

  /** Whether the choices are valid and were free until now. */
  boolean claim(int... choices) {
    OptionalLong index = space.indexOf(choices);
    return index.isPresent() && claimed.add(index.getAsLong());
  }

  boolean isExhausted() {
    return claimed.size() == space.size();
  }

  /**
   * The choices of a free configuration, uniformly as long as a fair part of the space is free.
   *
   * @throws IllegalStateException if none is
   */
  int[] drawFree(RandomGenerator random) {
    if (isExhausted()) {
      throw new IllegalStateException("Every configuration was proposed.");
    }
    long index = random.nextLong(space.size());
    for (int draw = 0; claimed.contains(index) && draw < BLIND_DRAWS; draw++) {
      index = random.nextLong(space.size());
    }
    while (claimed.contains(index)) {
      index = (index + 1) % space.size();
    }
    return space.choicesAt(index);
  }
}
