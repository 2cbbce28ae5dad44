package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.config.SearchOptions;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.Problem;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.Objective;
import dev.evokernel.workers.WorkerLayout;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;

/** On which kernel and device evo is measured, and how that comes out. */
final class BenchOptions {

  @Mixin private KernelOptions subject = new KernelOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private FormatOption format = new FormatOption();
  @Mixin private DeviceOptions deviceOptions = new DeviceOptions();

  /** Has the plan's device to itself until the lock is closed. */
  DeviceLock hold(RunSpec plan, PrintWriter err) throws InterruptedException {
    return deviceOptions.hold(
        new Devices(plan.backend(), plan.device(), ""),
        () -> "bench of " + plan.kernel().name(),
        Instant.now(),
        plan.origin().results(),
        news -> say(err, news));
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
   * @param scratch stands in for the results folder
   */
  RunSpec plan(Budget budget, Path scratch) {
    Path folder = kernel().toAbsolutePath().normalize();
    Path file =
        folder.getFileName().toString().endsWith(".yaml") ? folder : folder.resolve("kernel.yaml");
    Devices chosen = Devices.choose(subject.device(), KernelReader.backends(file));
    Kernel read = KernelReader.read(file, chosen.backend().name());
    var search =
        new SearchOptions(
            SearchOptions.DEFAULT.population(), seed(), SearchOptions.DEFAULT.inFlight());
    return new RunSpec(
        "bench",
        new Problem(
            read,
            subject.shapes().isEmpty() ? read.shapes() : ShapesOption.named(read, subject.shapes()),
            Objective.DEFAULT),
        new Hardware(chosen.backend(), chosen.device()),
        new SearchSpec(
            search.settings(WorkerLayout.of(chosen.backend()).inFlight(search.population())),
            budget),
        new EvaluationSpec(
            VerificationSettings.DEFAULT,
            SamplingSettings.DEFAULT,
            DriftSettings.OFF,
            Timeouts.DEFAULT),
        Acceptance.DEFAULT,
        new Origin(
            kernel(),
            KernelSources.of(read).hash(),
            scratch,
            "",
            GitCheckout.commit(kernel().toAbsolutePath()),
            Version.text()));
  }

  /** For example {@code gemm (small, ragged) on cuda:0 (NVIDIA H200), seed 42}. */
  static String subject(RunSpec plan) {
    return "%s (%s) on %s (%s), %d cores, seed %d"
        .formatted(
            plan.kernel().name(),
            plan.shapes().stream().map(Shape::name).collect(Collectors.joining(", ")),
            plan.device().id(),
            plan.device().model(),
            Runtime.getRuntime().availableProcessors(),
            plan.search().settings().seed());
  }

  /** The command that does it again on this device. */
  String command(String subcommand, RunSpec plan, String more) {
    return "./evo bench %s %s --seed %d %s"
        .formatted(subcommand, subject.words(plan.device().id()), seed(), more);
  }
}
