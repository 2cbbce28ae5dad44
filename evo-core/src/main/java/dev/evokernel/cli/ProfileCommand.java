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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description = "One of the kernel's shapes (default: that with the most work).")
  private @Nullable String shape;

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private DeviceOptions waiting = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Side side = candidate.side();
    List<String> wanted = shape == null ? List.of() : List.of(shape);
    try (Scratch scratch = Scratch.make()) {
      Contenders contenders = candidate.contenders(wanted);
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
              Studies.profile(
                  candidate.results().resolve(one.history().run().id()), one.candidate().number());
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
    return candidate.command("profile", " --shape " + profiled.name());
  }

  private static void say(PrintWriter err, String news) {
    err.println(news);
    err.flush();
  }
}
