package dev.evokernel.search;

import java.util.Optional;
import java.util.OptionalDouble;

/** Decides which newcomer is proposed next. */
interface Preselection {

  /** The next, claimed; empty when the space is exhausted. */
  Optional<Individual> next(Population population, long generation);

  /** Tells of a candidate whose evaluation begins, whoever chose it. */
  void begin(Individual candidate);

  /** Learns what came of the oldest candidate that began. */
  void learn(OptionalDouble objective);
}
