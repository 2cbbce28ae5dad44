package dev.evokernel.cli.bench;

import dev.evokernel.cli.options.DeviceOptions;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.KernelOptions;
import dev.evokernel.cli.options.SeedOption;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.kernel.Launcher;
import dev.evokernel.kernel.Shape;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.RunSpecs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;

/** The kernel and the device on which evo is measured, and the format of the result. */
final class BenchOptions {

  @Mixin private KernelOptions subject = new KernelOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private FormatOption format = new FormatOption();
  @Mixin private DeviceOptions device = new DeviceOptions();

  DeviceReservation reservation() {
    return device.reservation();
  }

  /** Holds the run's device until the lock is closed. */
  DeviceLock hold(RunSpec run, Consumer<String> news) throws InterruptedException {
    return reservation().hold(run, "bench", news);
  }

  /** Prints what came out, in the format that was asked for. */
  void print(
      PrintWriter out, Supplier<String> text, Supplier<String> json, Supplier<String> markdown) {
    out.print(format.choose(text, json, markdown));
    out.flush();
  }

  /** What came out, in the format that was asked for. */
  String formatted(Supplier<String> text, Supplier<String> json, Supplier<String> markdown) {
    return format.choose(text, json, markdown);
  }

  /** The random seed. */
  long seed() {
    return seed.seed();
  }

  /** What was named: a kernel's folder, as a rule. */
  Path kernel() {
    return subject.kernel();
  }

  /**
   * @throws BadInputException if a device or shapes were named, which a recording brings
   */
  void requireNoDevice() {
    if (!subject.device().equals("auto") || !subject.shapes().isEmpty()) {
      throw new BadInputException(
          "A recording brings its device and its shape. Leave --device and --shapes out, or name a"
              + " kernel's folder.");
    }
  }

  /**
   * What a run of this kernel would do.
   *
   * @param results stands in for the results folder
   */
  RunSpec spec(Budget budget, Path results) {
    return RunSpecs.of("bench", subject.target(results), seed(), budget);
  }

  /** For example {@code gemm (small, ragged) on cuda:0 (NVIDIA H200), 16 cores, seed 42}. */
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

  /** The command that does it again on this device. */
  String command(String subcommand, RunSpec run, String more) {
    return Launcher.command(
        "bench %s %s --seed %d %s"
            .formatted(subcommand, subject.words(run.device()), seed(), more));
  }
}
