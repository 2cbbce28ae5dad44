package dev.evokernel.cli;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.util.List;
import picocli.CommandLine.Option;

/** Some of a kernel's shapes. */
final class ShapesOption {

  @Option(
      names = "--shapes",
      paramLabel = "NAME",
      split = ",",
      description = "Some of the kernel's shapes (default: all).")
  private List<String> shapes = List.of();

  /** As they were given; empty for all. */
  List<String> names() {
    return shapes;
  }

  /** What repeats them on a command line, with a blank before it. */
  String words() {
    return shapes.isEmpty() ? "" : " --shapes " + String.join(",", shapes);
  }

  /**
   * Those of a kernel that were named, each once.
   *
   * @throws BadInputException if it lacks one
   */
  static List<Shape> named(Kernel kernel, List<String> names) {
    try {
      return names.stream().distinct().map(kernel::shape).toList();
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--shapes: " + e.getMessage());
    }
  }
}
