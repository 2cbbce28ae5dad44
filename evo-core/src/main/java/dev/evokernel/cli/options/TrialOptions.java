package dev.evokernel.cli.options;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The kernel that is tried without a run, and the job whose correctness gate it is to pass. */
public final class TrialOptions {

  @Parameters(
      arity = "0..1",
      paramLabel = "KERNEL",
      description = "A kernel's folder or its kernel.yaml; without one, the job's kernel.")
  private @Nullable Path kernel;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The job whose correctness gate is looked at (default: evo.yaml, if it is there).")
  private @Nullable Path config;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the job's, or auto).")
  private @Nullable String device;

  @Mixin private ShapesOption shapes = new ShapesOption();
  @Mixin private VariantOption variants = new VariantOption();

  /** As they were named; empty for the job's. */
  public List<String> shapes() {
    return shapes.names();
  }

  /** The job, with the kernel, the device and the variants that were named. */
  public Job job() {
    Job job =
        config != null || Files.exists(JobOptions.USUAL)
            ? JobReader.read(config == null ? JobOptions.USUAL : config)
            : JobOptions.defaults(kernel);
    if (kernel != null) {
      job = job.onKernel(kernel.toAbsolutePath().normalize());
    }
    if (device != null) {
      job = job.onDevice(device);
    }
    return variants.names().isEmpty() ? job : job.choosing(variants.names());
  }
}
