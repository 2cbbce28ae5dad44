package dev.evokernel.store;

import java.util.Locale;

/** What the compile workers' time goes into while a search goes on. */
public enum CompilerActivity {
  COMPILING,
  /** The cache had the binary, or the compilation was answered without a compiler. */
  CACHED,
  /** There is nothing to compile. */
  WAITING;

  /** For example {@code compiling}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
