package dev.evokernel.cli.options;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.Target;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the target of the regression gate: a kernel or a job. */
public final class GateTargetOptions {

  @Mixin private NamedKernel named = new NamedKernel();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job with kernel, device, shapes, results and limits (default: evo.yaml).")
  private @Nullable Path config;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the job's, or auto).")
  private @Nullable String device;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Results folder with the leaderboard (default: the job's, or results).")
  private @Nullable Path results;

  /**
   * Resolves the target.
   *
   * @param shapes names or conditions; empty for the job's or the kernel's default shapes
   * @throws BadInputException if both a kernel and a job are given, or the device does not exist
   */
  public Target target(List<String> shapes) {
    Path kernel = named.folder();
    if (kernel != null) {
      if (config != null) {
        throw new BadInputException(
            "The kernel "
                + kernel
                + " and --config "
                + config
                + " exclude each other. Remove one.");
      }
      return Target.of(
          kernel,
          device == null ? "auto" : device,
          shapes,
          List.of(),
          results == null ? Path.of("results") : results);
    }
    Job job = JobReader.read(config == null ? Path.of("evo.yaml") : config);
    Job onDevice = device == null ? job : job.onDevice(device);
    return Target.of(
        results == null ? onDevice : onDevice.into(results.toAbsolutePath().normalize()), shapes);
  }

  /**
   * Command line that repeats the command.
   *
   * @param more further options, each preceded by a space
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
