package dev.evokernel.cli.options;

import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.TimeConverter;
import dev.evokernel.config.options.Durations;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.study.MicrobenchSession;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the extent of a microbenchmark. */
public final class MicrobenchOptions {

  private static final int USUAL_SAMPLES = 500;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "8",
      description = "Number of best configurations to keep (default: ${DEFAULT-VALUE}).")
  private int top = 8;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Number of configurations to try (default: " + USUAL_SAMPLES + ").")
  private @Nullable Integer samples;

  @Option(names = "--all", description = "Try every valid configuration.")
  private boolean all;

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeConverter.class,
      description =
          "Start no further configuration after this time (default: ${DEFAULT-VALUE}). Validation"
              + " takes additional time.")
  private Duration wall = Duration.ofMinutes(5);

  @Option(
      names = "--validate",
      paramLabel = "N",
      defaultValue = "24",
      description =
          "Evaluate N configurations from all ranks in full to validate the ranking; 0 for none"
              + " (default: ${DEFAULT-VALUE}).")
  private int validate = 24;

  @Mixin private SeedOption seed = new SeedOption();

  /**
   * Checks the options.
   *
   * @throws BadInputException if a value is out of bounds
   */
  public MicrobenchSession.Extent extent() {
    if (all && samples != null) {
      throw new BadInputException("--all and --samples exclude each other. Remove one.");
    }
    Bounds.between(1, MicrobenchSession.MOST, "--samples", wanted());
    Bounds.atLeast(1, "--top", top);
    Bounds.atLeast(0, "--validate", validate);
    if (!wall.isPositive()) {
      throw new BadInputException("--wall must be > 0s, was " + Durations.text(wall) + ".");
    }
    return new MicrobenchSession.Extent(
        top, all ? OptionalInt.empty() : OptionalInt.of(wanted()), wall, validate, seed.seed());
  }

  private int wanted() {
    return samples == null ? USUAL_SAMPLES : samples;
  }

  /** Options that repeat these settings. */
  public String words() {
    return "--top %d %s --wall %s --validate %d --seed %d"
        .formatted(
            top,
            all ? "--all" : "--samples " + wanted(),
            Durations.text(wall),
            validate,
            seed.seed());
  }
}
