package dev.evokernel.cli.options;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.Target;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the regression gate is held on: a kernel, or what a job describes. */
public final class GateTargetOptions {

  @Mixin private NamedKernel named = new NamedKernel();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job: its kernel, device, shapes, results and limits (default: evo.yaml).")
  private @Nullable Path config;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the job's, or auto).")
  private @Nullable String device;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Where the leaderboard is (default: the job's, or results).")
  private @Nullable Path results;

  /**
   * @param shapes by name or by condition; empty for those of the job, or the kernel's default
   * @throws BadInputException if both a kernel and a job were given, or there is no such device
   */
  public Target target(List<String> shapes) {
    Path kernel = named.folder();
    if (kernel != null) {
      if (config != null) {
        throw new BadInputException(
            "Both a kernel, " + kernel + ", and a job, " + config + ", were given. Choose one.");
      }
      return Target.of(
          kernel,
          device == null ? "auto" : device,
          shapes,
          results == null ? Path.of("results") : results);
    }
    Job job = JobReader.read(config == null ? Path.of("evo.yaml") : config);
    Job onDevice = device == null ? job : job.onDevice(device);
    return Target.of(
        results == null ? onDevice : onDevice.into(results.toAbsolutePath().normalize()), shapes);
  }

  /**
   * The command line that repeats it.
   *
   * @param more options, each with a blank before it
   */
  public String command(Target target, String more) {
    Path kernel = named.folder();
    String what =
        kernel != null
            ? " " + Launcher.path(kernel)
            : " --config " + Launcher.path(config == null ? Path.of("evo.yaml") : config);
    return Launcher.command(
        "gate%s --device %s%s%s"
            .formatted(what, target.device().id(), more, Launcher.results(target.results())));
  }
}
