package dev.evokernel.cli;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.tuning.KernelTrial;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    description = {
      "Validates a kernel without searching.",
      "Parses kernel.yaml, counts the search space, compiles and verifies the default, and lists gaps of the verification. Writes only to results/cache."
    },
    exitCodeList = {
      "0:no errors; warnings, TODOs and missing requirements are possible",
      "1:at least one error",
      "2:bad input"
    })
public final class CheckCommand implements Callable<Integer> {

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
  @Mixin private FormatOption format = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    var report =
        new Findings.OfKernel(new KernelTrial(job(), shapes.names(), News.of(spec)).findings());
    format.print(spec, report);
    return report.isRight() ? 0 : 1;
  }

  private Job job() {
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
