package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.SanitizerReport;
import dev.evokernel.tuning.LaunchStudy;
import dev.evokernel.tuning.StudiedCandidate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands that launch a candidate on one shape under a tool. */
abstract sealed class LaunchCommand implements Callable<Integer> {

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description =
          "Shape of the kernel (default: the one with the most work, or with the least under a"
              + " sanitizer).")
  private @Nullable String shape;

  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try (StudiedCandidate studied = candidate.open(shape == null ? List.of() : List.of(shape))) {
      return launch(
          new LaunchStudy(studied, device.reservation(), News.of(spec)),
          named -> candidate.command(spec.name(), named));
    }
  }

  /**
   * @param command repeats the command, given the option that names the shape
   */
  abstract int launch(LaunchStudy study, UnaryOperator<String> command) throws InterruptedException;

  @Command(
      name = "profile",
      description = {
        "Profiles a candidate under Nsight Compute and ranks bottlenecks.",
        "Runs the candidate once; the ranking is by estimated cost."
      },
      footer = {
        "",
        "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
            + " configuration). A run's candidate is built from the run's own copy of the kernel;"
            + " its report is also written to the run's folder as profile-NUMBER.md and .json."
      },
      exitCodeList = {"0:profiled", "2:bad input, or the profiler is missing or not permitted"})
  static final class Profile extends LaunchCommand {

    @Mixin private ReportOptions output = new ReportOptions();

    @Override
    int launch(LaunchStudy study, UnaryOperator<String> command) throws InterruptedException {
      output.print(spec, study.profile(command));
      return 0;
    }
  }

  @Command(
      name = "sanitize",
      description = {
        "Runs a candidate under sanitizers, on a GPU or on the CPU.",
        "On a GPU these are those of compute-sanitizer (memcheck, racecheck, initcheck, synccheck), on the CPU the address and undefined-behaviour sanitizers."
      },
      footer = {
        "",
        "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
            + " configuration). A run's candidate is built from the run's own copy of the kernel."
      },
      exitCodeList = {
        "0:no findings",
        "1:a sanitizer reported an error",
        "2:bad input, or a missing sanitizer"
      })
  static final class Sanitize extends LaunchCommand {

    @Mixin private FormatOption format = new FormatOption();

    @Override
    int launch(LaunchStudy study, UnaryOperator<String> command) throws InterruptedException {
      SanitizerReport report = study.sanitize(command);
      PrintWriter out = spec.commandLine().getOut();
      out.print(format.of(report, false));
      out.flush();
      return report.found().isPresent() ? 1 : 0;
    }
  }
}
