package dev.evokernel.cli;

import picocli.CommandLine.Option;

public final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Random seed of all random choices (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  public long seed() {
    return seed;
  }
}
