package dev.evokernel.search;

/** Component of a search. Each can be left out to measure its worth. */
public enum SearchComponent {
  /** Surrogate model, fitted to all evaluations, that preselects offspring. */
  MODEL,
  /** Offspring of two parents, half of them mutated. */
  CROSSOVER,
  /** Neighbours of the best. */
  REFINEMENT,
  /** Random configurations. */
  IMMIGRATION,
  /** A new population after a long time without improvement. */
  RESTARTS
}
