package dev.evokernel.shipping.format;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.spec.Host;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.comparison.NamedConfiguration;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.EvoVersion;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import org.jspecify.annotations.Nullable;

/**
 * Buckets of a file or of a run, on the kernel and the device of now.
 *
 * @param target the kernel with the shapes of the buckets
 * @param buckets with the configurations as the kernel has them now
 */
record RecordedFile(AcceptedBuckets accepted, Target target, List<Bucket> buckets) {

  /**
   * Finds the kernel's shapes and configurations.
   *
   * @param folder of the kernel
   * @param device null for the backend on which the buckets were measured
   * @throws BadInputException if the kernel no longer has a shape or a configuration
   */
  static RecordedFile of(
      AcceptedBuckets accepted, Path folder, @Nullable String device, Path results) {
    if (!Files.exists(folder)) {
      throw new BadInputException(
          "The kernel %s does not exist. Name its folder: --kernel FOLDER".formatted(folder));
    }
    List<String> names =
        accepted.buckets().stream().map(bucket -> bucket.shape().name()).distinct().toList();
    Target named =
        Target.of(
            folder,
            device == null ? accepted.kernel().backend() : device,
            names,
            List.of(),
            results);
    if (!named.kernel().name().equals(accepted.kernel().name())) {
      throw new BadInputException(
          "The configurations are those of the kernel '%s', and %s is '%s'. Name the kernel's folder: --kernel FOLDER"
              .formatted(accepted.kernel().name(), folder, named.kernel().name()));
    }
    var buckets = new ArrayList<Bucket>();
    var shapes = new ArrayList<Shape>();
    for (Bucket bucket : accepted.buckets()) {
      Shape now =
          named.shapes().stream()
              .filter(shape -> shape.name().equals(bucket.shape().name()))
              .findFirst()
              .orElseThrow();
      if (!now.isAsLargeAs(bucket.shape())) {
        throw new BadInputException(
            "Shape '%s' was %s when the file was written, and %s is %s now. Restore the shape, or export again."
                .formatted(
                    now.name(),
                    bucket.shape().plain(),
                    Launcher.shown(named.kernel().file()),
                    now.plain()));
      }
      Configuration configuration =
          NamedConfiguration.carriedOver(
              named.kernel(), bucket.configuration(), List.of(now), bucket.origin());
      shapes.add(now.with(bucket.shape().cache()));
      buckets.add(
          new Bucket(
              bucket.shape(), configuration, bucket.origin(), bucket.times(), bucket.sameBits()));
    }
    return new RecordedFile(accepted, named.on(shapes), buckets);
  }

  Configuration theDefault() {
    return target.kernel().defaultConfiguration();
  }

  /** Circumstances of a measurement of now. */
  MeasuredWith now() throws InterruptedException {
    var job =
        new CompileJob(
            target.kernel().file(),
            target.backend().name(),
            target.device(),
            target.results().resolve("cache").toAbsolutePath(),
            target.timeouts().compile());
    try (CompileWorker compiler =
        CompileWorker.start(
            LaunchSpec.ofThisJvm(target.results().resolve("logs")), job, "version")) {
      return new MeasuredWith(
          "evo renew",
          Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
          EvoVersion.text(),
          target.device().model(),
          target.device().driver(),
          compiler.compilerVersion(),
          Host.name(),
          KernelSources.of(target.kernel()).hash());
    } catch (EnvironmentException e) {
      throw new EnvironmentException("The compiler cannot be asked: " + e.getMessage(), e);
    }
  }
}
