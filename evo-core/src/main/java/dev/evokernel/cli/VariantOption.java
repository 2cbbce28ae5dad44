package dev.evokernel.cli;

import java.util.List;
import picocli.CommandLine.Option;

final class VariantOption {

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      split = ",",
      description = "Only these variants (default: all that the device can run).")
  private List<String> variants = List.of();

  public List<String> names() {
    return variants;
  }
}
