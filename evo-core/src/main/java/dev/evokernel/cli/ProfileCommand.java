package dev.evokernel.cli;

import dev.evokernel.cli.options.LaunchOptions;
import dev.evokernel.cli.options.News;
import dev.evokernel.cli.options.ReportOptions;
import dev.evokernel.report.ProfileReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo profile}. */
@Command(
    name = "profile",
    description =
        "Runs a candidate once under Nsight Compute and ranks the bottlenecks by estimated cost.",
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). A run's candidate is built from the run's own copy of the kernel; its"
          + " report is also written to the run's folder as profile-NUMBER.md and .json."
    },
    exitCodeList = {"0:profiled", "2:bad input, or the profiler is missing or not permitted"})
public final class ProfileCommand implements Callable<Integer> {

  @Mixin private LaunchOptions options = new LaunchOptions();
  @Mixin private ReportOptions output = new ReportOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    ProfileReport report =
        options.study().profile(shape -> options.command("profile", shape), News.of(spec));
    output.print(spec, report);
    return 0;
  }
}
