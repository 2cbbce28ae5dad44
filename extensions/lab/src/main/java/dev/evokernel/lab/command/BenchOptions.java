package dev.evokernel.lab.command;

import dev.evokernel.cli.options.DeviceOptions;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.KernelOptions;
import dev.evokernel.cli.options.SeedOption;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.report.render.Report;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.RunSpecs;
import dev.evokernel.tuning.device.TemporaryFolder;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Kernel and device of a measurement of evo, and the format of the result. */
final class BenchOptions {

  @Mixin private KernelOptions subject = new KernelOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private FormatOption output = new FormatOption();
  @Mixin private DeviceOptions device = new DeviceOptions();

  DeviceReservation reservation() {
    return device.reservation();
  }

  /** Measures on the device of a run. */
  @FunctionalInterface
  interface Measurement<R extends Report> {
    R of(RunSpec run, Path folder) throws InterruptedException;
  }

  /**
   * Holds the run's device while it is measured.
   *
   * @param results folder of the runs; null for a temporary folder
   */
  <R extends Report> R measure(
      CommandSpec spec, Budget budget, @Nullable Path results, Measurement<R> measurement)
      throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path folder = results == null ? temporary.folder() : results;
      RunSpec run = spec(budget, folder);
      try (var _ = reservation().hold(run, "bench", News.of(spec))) {
        return measurement.of(run, folder);
      }
    }
  }

  FormatOption output() {
    return output;
  }

  long seed() {
    return seed.seed();
  }

  /** Folder of a kernel, or a recording. */
  Path kernel() {
    return subject.kernel();
  }

  /** Refuses a device or shapes, which a recording provides. */
  void requireNoDevice() {
    if (!subject.device().equals("auto") || !subject.shapes().isEmpty()) {
      throw new BadInputException(
          "A recording has its own device and shape. Omit --device and --shapes, or name a"
              + " kernel's folder.");
    }
  }

  /**
   * Specification of a run of this kernel.
   *
   * @param results replaces the results folder
   */
  RunSpec spec(Budget budget, Path results) {
    return RunSpecs.of("bench-1", subject.target(results), seed(), budget);
  }

  /**
   * Describes a run, for example {@code gemm (small, ragged) on cuda:0 (NVIDIA H200), 16 cores,
   * seed 42}.
   */
  static String subject(RunSpec run) {
    return "%s (%s) on %s (%s), %d cores, seed %d"
        .formatted(
            run.kernel().name(),
            run.shapes().stream().map(Shape::name).collect(Collectors.joining(", ")),
            run.device().id(),
            run.device().model(),
            Runtime.getRuntime().availableProcessors(),
            run.search().settings().seed());
  }

  /** Command that repeats the measurement on this device. */
  String command(String subcommand, RunSpec run, String more) {
    return Launcher.command(
        "bench %s %s --seed %d %s"
            .formatted(subcommand, subject.words(run.device()), seed(), more));
  }
}
