package dev.evokernel.cli;

import dev.evokernel.config.Job;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.Shape;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.spec.VerificationSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * A kernel as its source is now, on a device, with what a job says about measuring it.
 *
 * @param folder as the user names it
 * @param shapes those that count, each with what its launches find in the caches
 * @param results the folder of the records
 */
record Target(
    Path folder,
    Kernel kernel,
    Devices devices,
    List<Shape> shapes,
    Path results,
    int inputSeeds,
    Timeouts timeouts) {

  /**
   * What a job describes.
   *
   * @throws BadInputException if it replays a recording
   */
  static Target of(Job job, List<String> shapes) {
    if (job.recording().isPresent()) {
      throw new BadInputException(
          "A recording cannot be measured anew. Name a device, for example --device cpu.");
    }
    Devices devices = Devices.choose(job.device(), KernelReader.backends(job.kernel()));
    Kernel kernel = KernelReader.read(job.kernel(), devices.backend().name());
    return new Target(
        RunCommand.shown(kernel.folder()),
        kernel,
        devices,
        (shapes.isEmpty() ? job.on(kernel).shapes() : ShapesOption.named(kernel, shapes))
            .stream().map(job.evaluation().sampling()::on).toList(),
        job.results(),
        job.evaluation().verification().inputSets(),
        job.evaluation().timeouts());
  }

  /** A kernel's folder, with what holds where nothing is said. */
  static Target of(Path folder, String device, List<String> shapes, Path results) {
    Path place = folder.toAbsolutePath().normalize();
    Path file =
        String.valueOf(place.getFileName()).endsWith(".yaml")
            ? place
            : place.resolve("kernel.yaml");
    Devices devices = Devices.choose(device, KernelReader.backends(file));
    Kernel kernel = KernelReader.read(file, devices.backend().name());
    return new Target(
        folder,
        kernel,
        devices,
        shapes.isEmpty() ? kernel.shapes() : ShapesOption.named(kernel, shapes),
        results,
        VerificationSettings.DEFAULT.inputSets(),
        Timeouts.DEFAULT);
  }

  /** The same on some of its shapes. */
  Target on(List<Shape> some) {
    return new Target(folder, kernel, devices, some, results, inputSeeds, timeouts);
  }

  /** The names of the shapes that are timed from flushed caches. */
  List<String> cold() {
    return shapes.stream()
        .filter(shape -> shape.cache() == CacheState.COLD)
        .map(Shape::name)
        .toList();
  }

  /** For example {@code gemm on cuda:0 (NVIDIA H200)}. */
  String subject() {
    return "%s on %s (%s)"
        .formatted(kernel.name(), devices.device().id(), devices.device().model());
  }
}
