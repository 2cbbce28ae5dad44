package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;

/**
 * Device, shapes, folders, limits and random seed of a comparison.
 *
 * @param shapes to measure, each with the cache state at its launches
 * @param inputSets number of input sets for the verification of each variant on each shape
 * @param seed from which every random choice comes
 */
public record ComparisonSetup(
    Backend backend,
    DeviceIdentity device,
    List<Shape> shapes,
    Path cache,
    LaunchSpec launch,
    int inputSets,
    Duration compileLimit,
    Duration deadline,
    long seed) {

  public ComparisonSetup {
    shapes = List.copyOf(shapes);
  }

  public CompileWorker compiler(Path kernelFile, String name) throws InterruptedException {
    var job = new CompileJob(kernelFile, backend.name(), device, cache, compileLimit).on(shapes);
    return CompileWorker.start(launch, job, name);
  }

  public DeviceWorker process(Path kernelFile, PreparedReference reference)
      throws InterruptedException {
    List<Long> inputs = new SplittableRandom(seed).longs(inputSets).boxed().toList();
    return DeviceWorker.start(launch, job(kernelFile, reference, inputs));
  }

  /**
   * Describes the work of a device process.
   *
   * @param inputs a random seed for each input set
   */
  public DeviceJob job(Path kernelFile, PreparedReference reference, List<Long> inputs) {
    return new DeviceJob(
        kernelFile,
        backend.name(),
        device,
        reference,
        shapes,
        inputs,
        SamplingSettings.DEFAULT,
        deadline);
  }

  List<String> shapeNames() {
    return shapes.stream().map(Shape::name).toList();
  }

  public ComparisonSetup on(List<Shape> some) {
    return new ComparisonSetup(
        backend, device, some, cache, launch, inputSets, compileLimit, deadline, seed);
  }
}
