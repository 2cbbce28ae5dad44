package dev.evokernel.search;

import java.util.List;
import java.util.Optional;

/** Storage of search state between sessions. */
public interface SearchStates {

  /** Stores nothing: every search begins from its initial configurations. */
  SearchStates NONE = new SearchStates() {};

  /**
   * State of an earlier session of the same search.
   *
   * @param learnt every trial that the search has learnt, in that order
   */
  record Kept(SearchState state, List<Trial> learnt) {}

  /**
   * State to continue from; empty to start from the initial configurations. Read once at the start.
   * Settings, initial configurations and future answers must equal those of the earlier search.
   */
  default Optional<Kept> kept() {
    return Optional.empty();
  }

  default void learnt(Trial trial) {}

  /** Records a state from which the search can continue, after the trials recorded so far. */
  default void reached(SearchState state) {}
}
