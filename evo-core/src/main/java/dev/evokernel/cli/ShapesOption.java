package dev.evokernel.cli;

import java.util.List;
import picocli.CommandLine.Option;

final class ShapesOption {

  @Option(
      names = "--shapes",
      paramLabel = "NAME",
      split = ",",
      description =
          "Names of shapes, or a condition such as 'D == 64', or 'all' (default: the default shapes"
              + " of kernel.yaml).")
  private List<String> shapes = List.of();

  public List<String> names() {
    return shapes;
  }
}
