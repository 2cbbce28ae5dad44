package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Profiler;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.Studies;
import dev.evokernel.report.study.ProfileReport;
import dev.evokernel.workers.ProfilerRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo profile}. */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    description =
        "Runs a candidate once under Nsight Compute and ranks what its counters show by the time"
            + " that it may cost.",
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). That of a run is taken from the run's own copy of the kernel, and the"
          + " report is kept beside it as profile-NUMBER.md and .json."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:profiled", "2:bad input, or there is no profiler, or it is not permitted"})
final class ProfileCommand implements Callable<Integer> {

  @Mixin private WatchOptions options = new WatchOptions();
  @Mixin private ReportOptions output = new ReportOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    return options.watch(
        "profile", err, ProfileCommand::profiler, (scene, tool) -> profile(scene, tool, err));
  }

  private int profile(WatchOptions.Scene scene, Profiler profiler, PrintWriter err)
      throws InterruptedException {
    ComparedVariant contender = scene.contender();
    Shape largest = ProfilerRun.largest(contender, scene.target().shapes());
    say(err, "profiling " + contender.name() + " on shape " + largest);
    ProfileReport report =
        new ProfileReport(
            contender.name(),
            contender.configuration().toString(),
            "%s, shape %s".formatted(scene.target().subject(), largest),
            "%s: %s".formatted(profiler.name(), profiler.settings()),
            ProfilerRun.of(scene.venue(), contender, largest, profiler),
            options.candidate().command("profile", " --shape " + largest.name()));
    output.print(spec, report.text(), report.json(), report.markdown());
    if (scene.side() instanceof Side.Recorded one) {
      Path file = Studies.profile(options.candidate().folder(one), one.candidate().number());
      Studies.keep(file, report.markdown(), report.json());
      say(err, "Kept as " + RunCommand.shown(file) + ".md and .json.");
    }
    return 0;
  }

  private static Profiler profiler(Backend backend) {
    return backend.profiler().orElseThrow(() -> new BadInputException(backend.profilerRemedy()));
  }
}
