package dev.evokernel.api;

import java.nio.file.Path;

/** Storage of a tuner's results. */
public sealed interface Storage {

  /**
   * Results folder of the command line: {@code evo.db}, a folder for each run, and the cache of
   * compiled binaries. The command {@code evo} can list, show and resume its runs.
   */
  record Folder(Path path) implements Storage {}

  /**
   * Memory. Binaries, logs and a copy of the kernel are in a temporary folder, which is deleted
   * when tuning ends.
   */
  record Memory() implements Storage {}
}
