package dev.evokernel.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What a report on one run needs, without reading every candidate of a long one.
 *
 * @param history with the candidates of which a report says more than that they were counted: the
 *     default, the finalists, the best of the search, those with a flag, and those during whose
 *     measurement the device was disturbed. Every candidate is there where the report is on all of
 *     them: where two metrics were minimised, or the run was given initial configurations.
 * @param outcomes how many candidates of the whole run ended in each, the most frequent first
 */
public record RunOverview(RunHistory history, SequencedMap<String, Long> outcomes) {

  public RunOverview {
    outcomes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outcomes));
  }
}
