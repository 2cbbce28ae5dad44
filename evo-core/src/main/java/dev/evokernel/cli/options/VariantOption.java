package dev.evokernel.cli.options;

import dev.evokernel.kernel.Printable;
import java.util.List;
import picocli.CommandLine.Option;

/** Some of a kernel's variants. */
public final class VariantOption {

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      split = ",",
      description = "Some of the kernel's variants (default: all that the device can run).")
  private List<String> variants = List.of();

  /** As they were given; empty for all. */
  public List<String> names() {
    return variants;
  }

  /** What repeats them on a command line, with a blank before it. */
  public String words() {
    return variants.isEmpty() ? "" : " --variant " + Printable.word(String.join(",", variants));
  }
}
