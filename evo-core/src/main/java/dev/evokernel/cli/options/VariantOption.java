package dev.evokernel.cli.options;

import dev.evokernel.kernel.yaml.Printable;
import java.util.List;
import picocli.CommandLine.Option;

/** Option for variants of a kernel. */
public final class VariantOption {

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

  /** Option that repeats the variants, preceded by a space. */
  public String words() {
    return variants.isEmpty() ? "" : " --variant " + Printable.word(String.join(",", variants));
  }
}
