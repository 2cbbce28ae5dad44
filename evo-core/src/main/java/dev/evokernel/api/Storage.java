package dev.evokernel.api;

import java.nio.file.Path;

/** Where a tuner keeps what it finds. */
public sealed interface Storage {

  /**
   * The results folder of the command line: {@code evo.db}, a folder for each run, and the cache of
   * compiled binaries. A run in it can be listed, shown and resumed by {@code evo}.
   */
  record Folder(Path path) implements Storage {}

  /**
   * Memory. What the workers need on disk (binaries, logs, a copy of the kernel) is in a temporary
   * folder, deleted when tuning ends.
   */
  record Memory() implements Storage {}
}
