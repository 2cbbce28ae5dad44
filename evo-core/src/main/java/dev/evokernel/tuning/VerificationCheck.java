package dev.evokernel.tuning;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelFile;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.run.VerificationStrength;
import dev.evokernel.spec.VerificationSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Looks for wrong kernels that the correctness gate of a job or a kernel would let pass. */
public final class VerificationCheck {

  private static final Path USUAL_JOB = Path.of("evo.yaml");

  private VerificationCheck() {}

  /**
   * What the correctness gate asks, on each backend that the kernel has a section for.
   *
   * @param config the job; empty for {@code evo.yaml}, if it is there
   * @param kernel another kernel than the job's, its file or its folder, on all its shapes
   * @return empty where neither a job nor a kernel is there, or the job replays a recording
   */
  public static List<VerificationStrength> of(Optional<Path> config, Optional<Path> kernel) {
    Optional<Job> job = job(config, kernel);
    if (job.isPresent() && job.get().recording().isEmpty()) {
      return each(KernelFile.at(job.get().kernel()), read -> strength(job.get(), read));
    }
    return kernel
        .map(
            path ->
                each(
                    KernelFile.at(path),
                    read ->
                        new VerificationStrength(
                            read, read.defaultShapes(), VerificationSettings.DEFAULT)))
        .orElse(List.of());
  }

  private static Optional<Job> job(Optional<Path> config, Optional<Path> kernel) {
    return config
        .or(() -> Optional.of(USUAL_JOB).filter(Files::exists))
        .map(JobReader::read)
        .map(
            job -> kernel.map(path -> job.onKernel(path.toAbsolutePath().normalize())).orElse(job));
  }

  private static List<VerificationStrength> each(
      KernelFile file, Function<Kernel, VerificationStrength> strength) {
    return file.backends().stream().map(file::read).map(strength).toList();
  }

  /** The job's shapes are those of the device it is for; another section may have others. */
  private static VerificationStrength strength(Job job, Kernel read) {
    List<Shape> named = read.shapes().stream().filter(shape -> isOf(job, shape, read)).toList();
    return new VerificationStrength(
        read, named.isEmpty() ? read.defaultShapes() : named, job.evaluation().verification());
  }

  private static boolean isOf(Job job, Shape shape, Kernel read) {
    var selection = new ShapeSelection(read.shapes());
    return job.shapes().stream().anyMatch(text -> selection.of(text).contains(shape));
  }
}
