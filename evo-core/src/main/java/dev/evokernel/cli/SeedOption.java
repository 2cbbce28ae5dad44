package dev.evokernel.cli;

import picocli.CommandLine.Option;

/** Where every random choice of a command comes from. */
final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Where every random choice comes from (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  long seed() {
    return seed;
  }
}
