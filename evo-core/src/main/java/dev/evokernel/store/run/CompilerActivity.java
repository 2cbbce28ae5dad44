package dev.evokernel.store.run;

import java.util.Locale;

/** Use of the compile workers' time during a search. */
public enum CompilerActivity {
  COMPILING,
  /** Answered by the cache, or without a compiler. */
  CACHED,
  WAITING;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
