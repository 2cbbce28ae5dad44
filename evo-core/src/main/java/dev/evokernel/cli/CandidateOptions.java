package dev.evokernel.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One candidate, of a run or of a kernel's folder, and where it is looked at. */
final class CandidateOptions {

  @Parameters(paramLabel = "CANDIDATE", description = "RUN/NUMBER, a run, or a kernel's folder.")
  private String candidate = "";

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
      description = "auto, cpu, cuda or cuda:0 (default: the run's, or auto).")
  private @Nullable String device;

  @Mixin private ResultsOption results = new ResultsOption();

  Path results() {
    return results.folder();
  }

  /** The folder of a recorded candidate's run. */
  Path folder(Side.Recorded one) {
    return results().resolve(one.history().run().id());
  }

  /**
   * @throws BadInputException if there is no such candidate
   */
  Side side() {
    return Side.of(candidate, results(), Optional.empty());
  }

  /**
   * @param shapes names of those that count; empty for all
   */
  ComparedVariants contenders(List<String> shapes) {
    return new ComparedVariants(results(), shapes, configuration, device);
  }

  /**
   * The command line that repeats it.
   *
   * @param more options, each with a blank before it
   */
  String command(String name, String more) {
    return "./evo %s %s%s%s%s --results %s"
        .formatted(
            name,
            candidate,
            configuration == null ? "" : " --configuration " + configuration,
            device == null ? "" : " --device " + device,
            more,
            RunCommand.shown(results()));
  }
}
