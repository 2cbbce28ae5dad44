package dev.evokernel.search;

/** Hears of every generation once it is evaluated, on the search's thread. */
@FunctionalInterface
public interface GenerationListener {

  void evaluated(Generation generation);

  /** Listens to nothing. */
  static GenerationListener none() {
    return generation -> {};
  }
}
