package dev.evokernel.cli.options;

import picocli.CommandLine.Option;

/** The random seed of a command. */
public final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description =
          "The random seed, from which every random choice comes (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  public long seed() {
    return seed;
  }
}
