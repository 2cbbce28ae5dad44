package dev.evokernel.cli.options;

import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.sql.UnknownRecordException;
import dev.evokernel.tuning.comparison.ComparedVariants;
import dev.evokernel.tuning.comparison.Side;
import dev.evokernel.tuning.comparison.VariantComparison;
import dev.evokernel.tuning.device.BadInputException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the two sides of a comparison. */
public final class SidesOptions {

  @Parameters(index = "0", paramLabel = "A", description = "The base of the comparison.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "B", description = "Compared with A.")
  private String second = "";

  @Option(
      names = "--kernel",
      paramLabel = "FOLDER",
      description = "Kernel whose commits are named (default: the other side's kernel).")
  private @Nullable Path kernel;

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…|champion",
      description =
          "For a folder or a commit: this configuration, or the leaderboard champion's (default:"
              + " the kernel's default).")
  private @Nullable String configuration;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the run's, or auto).")
  private @Nullable String device;

  @Mixin private ResultsOption results = new ResultsOption();

  public Side first() {
    return side(first, second);
  }

  public Side second() {
    return side(second, first);
  }

  /** Resolves a side; a commit belongs to the kernel of the other side. */
  private Side side(String text, String opposite) {
    return Side.of(text, results.folder(), Optional.ofNullable(kernel).or(() -> home(opposite)));
  }

  private Optional<Path> home(String opposite) {
    try {
      return Optional.of(Side.of(opposite, results.folder(), Optional.empty()).home());
    } catch (BadInputException | UnknownRecordException e) {
      return Optional.empty(); // Reported when this side is resolved.
    }
  }

  public boolean hasDevice() {
    return device != null;
  }

  public VariantComparison comparison(MeasuringOptions measuring) {
    return new VariantComparison(
        new ComparedVariants(results.folder(), measuring.shapes(), configuration, device),
        measuring.settings(),
        measuring.reservation());
  }

  /**
   * Command line that repeats the command.
   *
   * @param more further options, each preceded by a space
   */
  public String command(String more, MeasuringOptions measuring) {
    return Launcher.command(
        "compare %s %s%s%s%s%s%s%s"
            .formatted(
                Side.word(first, results.folder()),
                Side.word(second, results.folder()),
                kernel == null ? "" : " --kernel " + Launcher.path(kernel),
                configuration == null ? "" : " --configuration " + Printable.word(configuration),
                device == null ? "" : " --device " + Printable.word(device),
                more,
                measuring.words(),
                results.words()));
  }
}
