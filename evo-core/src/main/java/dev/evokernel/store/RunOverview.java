package dev.evokernel.store;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What a report on one run needs, without reading every candidate of a long one.
 *
 * @param history with the candidates of which a report says more than that they were counted: the
 *     default, the finalists and the best of the search with their ancestors, the best on each
 *     shape in a search for a portfolio, generation 0, those with a flag, and those during whose
 *     measurement the device was disturbed. Every candidate is there where two metrics were
 *     minimised, since the front is of all of them
 * @param outcomes how many candidates of the whole run ended in each, the most frequent first
 * @param ranking of generation 0 at least
 * @param latest when the last of its evaluations ended
 */
public record RunOverview(
    RunHistory history,
    SequencedMap<String, Long> outcomes,
    Ranking ranking,
    Optional<Instant> latest) {

  public RunOverview {
    outcomes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outcomes));
  }

  /** How many candidates the run has. */
  public long candidates() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }
}
