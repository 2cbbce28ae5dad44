package dev.evokernel.search;

import java.util.Optional;
import java.util.OptionalDouble;

/** Decides which offspring is proposed next. */
interface Preselection {

  /** The next, claimed; empty when the space is exhausted. */
  Optional<Individual> next(Population population, long generation);

  /** Is told of a candidate whose evaluation begins. */
  void begin(Individual candidate);

  /** Learns what came of the oldest candidate that began. */
  void learn(OptionalDouble objective);
}
