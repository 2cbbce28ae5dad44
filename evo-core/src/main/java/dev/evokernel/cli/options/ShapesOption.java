package dev.evokernel.cli.options;

import dev.evokernel.kernel.Printable;
import java.util.List;
import picocli.CommandLine.Option;

/** Some of a kernel's shapes. */
public final class ShapesOption {

  @Option(
      names = "--shapes",
      paramLabel = "NAME",
      split = ",",
      description =
          "Some of the kernel's shapes, by name or by a condition such as 'D == 64'; all for every"
              + " one (default: those that kernel.yaml says).")
  private List<String> shapes = List.of();

  /** As they were given; empty for the default ones. */
  public List<String> names() {
    return shapes;
  }

  /** What repeats them on a command line, with a blank before it. */
  public String words() {
    return shapes.isEmpty() ? "" : " --shapes " + Printable.word(String.join(",", shapes));
  }
}
