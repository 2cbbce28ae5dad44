package dev.evokernel.cli;

import dev.evokernel.backend.Profiler;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.ProfileReport;
import dev.evokernel.report.Studies;
import dev.evokernel.schedule.Contender;
import dev.evokernel.schedule.DeviceLock;
import dev.evokernel.schedule.ProfilerRun;
import dev.evokernel.schedule.Venue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo profile}. */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    description =
        "Runs a candidate once under Nsight Compute and ranks what its counters show by the time that"
            + " it may cost.",
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). That of a run is taken from the run's own copy of the kernel, and the"
          + " report is kept beside it as profile-NUMBER.md and .json."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:profiled", "2:bad input, or there is no profiler, or it is not permitted"})
final class ProfileCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CANDIDATE", description = "RUN/NUMBER, a run, or a kernel's folder.")
  private String candidate = "";

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description = "One of the kernel's shapes (default: that with the most work).")
  private @Nullable String shape;

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…|champion",
      description =
          "Of a folder: this configuration, or that which the leaderboard's champion has (default:"
              + " the kernel's default).")
  private @Nullable String configuration;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cuda or cuda:0 (default: the run's, or auto).")
  private @Nullable String device;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the results are (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private DeviceOptions waiting = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Side side = Side.of(candidate, results, Optional.empty());
    List<String> wanted = shape == null ? List.of() : List.of(shape);
    try (Scratch scratch = Scratch.make()) {
      var contenders = new Contenders(results, wanted, configuration, device);
      Target target = contenders.target(side, side, scratch.folder());
      Profiler profiler =
          target
              .devices()
              .backend()
              .profiler()
              .orElseThrow(
                  () -> new BadInputException(target.devices().backend().profilerRemedy()));
      Contender contender = contenders.contender(side, target, scratch.folder().resolve("source"));
      Shape largest = ProfilerRun.largest(contender, target.shapes());
      try (var _ = hold(target, err)) {
        say(err, "profiling " + contender.name() + " on shape " + largest);
        ProfileReport report =
            new ProfileReport(
                contender.name(),
                contender.configuration().toString(),
                "%s, shape %s".formatted(target.subject(), largest),
                "%s: %s".formatted(profiler.name(), profiler.settings()),
                ProfilerRun.of(venue(target, scratch.folder()), contender, largest, profiler),
                command(largest));
        output.print(spec, report.text(), report.json(), report.markdown());
        if (side instanceof Side.Recorded one) {
          Path file =
              Studies.profile(results.resolve(one.history().run().id()), one.candidate().number());
          Studies.keep(file, report.markdown(), report.json());
          say(err, "Kept as " + RunCommand.shown(file) + ".md and .json.");
        }
      }
    }
    return 0;
  }

  private DeviceLock hold(Target target, PrintWriter err) throws InterruptedException {
    return waiting.hold(
        target.devices(),
        () -> "profile of " + target.kernel().name(),
        Instant.now(),
        target.results(),
        news -> say(err, news));
  }

  /** Where it is profiled; nothing is timed there. */
  private static Venue venue(Target target, Path logs) {
    return new MeasuringOptions().venue(target, logs);
  }

  private String command(Shape profiled) {
    return "./evo profile %s --shape %s%s%s --results %s"
        .formatted(
            candidate,
            profiled.name(),
            configuration == null ? "" : " --configuration " + configuration,
            device == null ? "" : " --device " + device,
            RunCommand.shown(results));
  }

  private static void say(PrintWriter err, String news) {
    err.println(news);
    err.flush();
  }
}
