package dev.evokernel.search.population;

/** What a search is made of. Any of them can be left out, to see what it is worth. */
public enum SearchComponent {
  /** What all evaluations so far let one expect; it preselects the offspring. */
  MODEL,
  /** Offspring of two parents, half of them mutated as well. */
  CROSSOVER,
  /** What lies next to the best. */
  REFINEMENT,
  /** Random configurations. */
  IMMIGRATION,
  /** A fresh population when nothing has improved for long. */
  RESTARTS
}
