package dev.evokernel.cli;

import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparedVariants;
import dev.evokernel.tuning.Side;
import dev.evokernel.tuning.StudiedCandidate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

final class CandidateOptions {

  @Parameters(paramLabel = "CANDIDATE", description = "RUN/NUMBER, a run, or a kernel's folder.")
  private String candidate = "";

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…|champion",
      description =
          "For a folder: this configuration, or the leaderboard champion's (default: the kernel's"
              + " default).")
  private @Nullable String configuration;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the run's, or auto).")
  private @Nullable String device;

  @Mixin private ResultsOption results = new ResultsOption();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * Opens the candidate on some shapes.
   *
   * @param shapes names or conditions; empty for the kernel's default shapes
   * @throws BadInputException if the candidate, a shape or the device does not exist
   */
  public StudiedCandidate open(List<String> shapes) {
    return StudiedCandidate.open(
        candidate, new ComparedVariants(results.folder(), shapes, configuration, device));
  }

  /**
   * Command line that repeats the command.
   *
   * @param more further options, each preceded by a space
   */
  public String command(String name, String more) {
    return Launcher.command(
        "%s %s%s%s%s"
            .formatted(
                name,
                Side.word(candidate, results.folder()),
                GivenOptions.of(spec, "--configuration", "--device"),
                more,
                results.words()));
  }
}
