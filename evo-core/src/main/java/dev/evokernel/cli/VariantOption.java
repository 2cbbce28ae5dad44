package dev.evokernel.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** Option for variants of a kernel. */
final class VariantOption {

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      split = ",",
      description = "Only these variants (default: all that the device can run).")
  private List<String> variants = List.of();

  /** Names of variants; empty for all. */
  public List<String> names() {
    return variants;
  }
}
