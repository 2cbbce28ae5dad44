package dev.evokernel.cli;

import module java.base;

import dev.evokernel.tuning.AblationStudy;
import dev.evokernel.tuning.StudiedCandidate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "ablate",
    description = {
      "Disables one optimisation at a time and ranks them by slowdown.",
      "The optimisations are listed under 'pathologies' in kernel.yaml. Each is measured interleaved with the unchanged candidate."
    },
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). A run's candidate is built from the run's own copy of the kernel; its"
          + " report is also written to the run's folder as ablation-NUMBER.md and .json."
    },
    exitCodeList = {
      "0:done, with any result",
      "2:bad input, a missing requirement of the machine, or an incorrect candidate"
    })
final class AblateCommand implements Callable<Integer> {

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Only these pathologies (default: all).")
  private List<String> only = List.of();

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      defaultValue = "15m",
      converter = TimeConverter.class,
      description = "Start no further pathology after this time (default: ${DEFAULT-VALUE}).")
  private Duration wall = Duration.ofMinutes(15);

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try (StudiedCandidate studied = candidate.open(measuring.shapes())) {
      String command =
          candidate.command(
              "ablate",
              GivenOptions.of(spec, "--only")
                  + MeasuringOptions.words(spec)
                  + GivenOptions.of(spec, "--wall"));
      output.print(
          spec,
          new AblationStudy(studied, only, wall, measuring.settings(), News.of(spec))
              .measure(measuring.reservation(), command));
    }
    return 0;
  }
}
