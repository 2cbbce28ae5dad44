package dev.evokernel.search;

import dev.evokernel.search.population.SearchState;
import dev.evokernel.search.population.Trial;
import java.util.List;
import java.util.Optional;

/** Keeps the state of a search from one session to the next. */
public interface SearchStates {

  /** Keeps nothing: every search begins anew. */
  SearchStates NONE = new SearchStates() {};

  /**
   * Where an earlier session of the same search stood.
   *
   * @param learnt every trial that the search had learnt, in the order in which it had
   */
  record Kept(SearchState state, List<Trial> learnt) {

    public Kept {
      learnt = List.copyOf(learnt);
    }
  }

  /**
   * What a search goes on from: settings, initial configurations and the answers to come must be
   * those of the search that left it. Asked for once, at the beginning; empty to begin anew.
   */
  default Optional<Kept> kept() {
    return Optional.empty();
  }

  /** The search has learnt a further trial. */
  default void learnt(Trial trial) {}

  /** The search, having learnt what was told before, could be taken up here. */
  default void reached(SearchState state) {}
}
