package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.space.OrdinaryDevice;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.t1.T1Reader;
import dev.evokernel.t1.T1Space;
import dev.evokernel.tuning.device.BadInputException;

/**
 * A search space that a file describes, read but not yet constructed.
 *
 * @param arguments identify the space on a command line: the file, and for a kernel the backend
 */
public record DescribedSpace(
    String name, List<String> arguments, Supplier<SearchSpace> construction) {

  public DescribedSpace {
    arguments = List.copyOf(arguments);
  }

  /**
   * Spaces of a T1 file, which has one, or of a kernel, which has one for each backend.
   *
   * @throws BadInputException if the file does not exist
   * @throws InvalidFileException if the file is invalid
   */
  public static List<DescribedSpace> of(Path path) {
    if (!Files.exists(path)) {
      throw new BadInputException(
          "There is no " + path + ". Name a T1 file (….json), or a kernel's folder.");
    }
    return path.toString().endsWith(".json")
        ? List.of(t1(path))
        : KernelFile.at(path).backends().stream().map(backend -> kernel(path, backend)).toList();
  }

  public static DescribedSpace named(String... arguments) {
    Path path = Path.of(arguments[0]);
    return arguments.length == 1 ? t1(path) : kernel(path, arguments[1]);
  }

  public long constructionNanos() {
    long start = System.nanoTime();
    SearchSpace space = construction.get();
    long nanos = System.nanoTime() - start;
    if (space.count().value().signum() == 0) {
      throw new IllegalStateException("The space " + name + " is empty.");
    }
    return nanos;
  }

  private static DescribedSpace t1(Path path) {
    T1Space described = new T1Reader(path).read();
    return new DescribedSpace(described.name(), List.of(path.toString()), described::space);
  }

  private static DescribedSpace kernel(Path path, String backend) {
    Kernel kernel = KernelFile.at(path).read(backend);
    var limits = new DeviceLimits(OrdinaryDevice.limits(backend));
    return new DescribedSpace(
        kernel.name() + " (" + backend + ")",
        List.of(path.toString(), backend),
        () -> SearchSpace.of(kernel, kernel.defaultShapes(), limits));
  }
}
