package dev.evokernel.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** Option for shapes of a kernel. */
final class ShapesOption {

  @Option(
      names = "--shapes",
      paramLabel = "NAME",
      split = ",",
      description =
          "Names of shapes, or a condition such as 'D == 64', or 'all' (default: the default shapes"
              + " of kernel.yaml).")
  private List<String> shapes = List.of();

  /** Names or conditions; empty for the default shapes. */
  public List<String> names() {
    return shapes;
  }
}
