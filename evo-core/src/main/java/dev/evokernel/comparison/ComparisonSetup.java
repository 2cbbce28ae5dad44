package dev.evokernel.comparison;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Where contenders meet.
 *
 * @param shapes on which they are measured, each with what its launches find in the caches
 * @param cache the folder of compiled binaries
 * @param logs the folder for what the processes print
 * @param inputSeeds how many fresh random inputs each must get right on every shape
 * @param seed where every random choice comes from
 */
public record ComparisonSetup(
    Backend backend,
    DeviceIdentity device,
    List<Shape> shapes,
    Path cache,
    Path logs,
    int inputSeeds,
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
        backend, device, some, cache, logs, inputSeeds, compileLimit, deadline, seed);
  }
}
