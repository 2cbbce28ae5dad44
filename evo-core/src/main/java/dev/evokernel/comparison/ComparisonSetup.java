package dev.evokernel.comparison;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What compared variants share: device, shapes, folders, limits and random seed.
 *
 * @param shapes on which they are measured, each with the state of the caches at its launches
 * @param cache the folder of compiled binaries
 * @param logs the folder for what the processes print
 * @param inputSets how many input sets each must get right on every shape
 * @param seed the random seed from which every random choice comes
 */
public record ComparisonSetup(
    Backend backend,
    DeviceIdentity device,
    List<Shape> shapes,
    Path cache,
    Path logs,
    int inputSets,
    Duration compileLimit,
    Duration deadline,
    long seed) {

  public ComparisonSetup {
    shapes = List.copyOf(shapes);
  }

  List<String> shapeNames() {
    return shapes.stream().map(Shape::name).toList();
  }

  /** The same on some of the shapes. */
  public ComparisonSetup on(List<Shape> some) {
    return new ComparisonSetup(
        backend, device, some, cache, logs, inputSets, compileLimit, deadline, seed);
  }
}
