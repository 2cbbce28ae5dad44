package dev.evokernel.store;

import dev.evokernel.kernel.yaml.Labelled;

/** Use of the compile workers' time during a search. */
public enum CompilerActivity implements Labelled {
  COMPILING,
  /** Answered by the cache, or without a compiler. */
  CACHED,
  WAITING
}
