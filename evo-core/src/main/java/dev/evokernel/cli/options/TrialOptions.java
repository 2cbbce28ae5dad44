package dev.evokernel.cli.options;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the kernel to check, and the job whose correctness gate applies. */
public final class TrialOptions {

  @Parameters(
      arity = "0..1",
      paramLabel = "KERNEL",
      description = "A kernel's folder or its kernel.yaml (default: the job's kernel).")
  private @Nullable Path kernel;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job whose correctness gate applies (default: evo.yaml, if present).")
  private @Nullable Path config;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the job's, or auto).")
  private @Nullable String device;

  @Mixin private ShapesOption shapes = new ShapesOption();
  @Mixin private VariantOption variants = new VariantOption();

  /** Names or conditions of shapes; empty for the job's. */
  public List<String> shapes() {
    return shapes.names();
  }

  /** Job with the given kernel, device and variants. */
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
