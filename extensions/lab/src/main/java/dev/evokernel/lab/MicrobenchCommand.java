package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.DeviceOptions;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.FormatOption;
import dev.evokernel.cli.KernelOptions;
import dev.evokernel.cli.News;
import dev.evokernel.cli.SeedOption;
import dev.evokernel.cli.TimeConverter;
import dev.evokernel.text.Durations;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.Target;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Tune a kernel")
@Command(
    name = "microbench",
    description = {
      "Ranks configurations with the kernel's miniature, a cheap proxy.",
      "Validates the ranking."
    },
    exitCodeList = {
      "0:ranked",
      "2:bad input, no miniature ran, or a missing requirement of the machine",
      "130:interrupted (143 by SIGTERM); measurements are kept"
    })
public final class MicrobenchCommand implements Callable<Integer>, ExtensionCommand {

  private static final int USUAL_SAMPLES = 500;

  @Mixin private KernelOptions kernel = new KernelOptions();

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

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Results folder; files go to micro/KERNEL in it (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    MicrobenchSession.Extent extent = extent();
    Target target = kernel.target(results);
    var session = new MicrobenchSession(target, extent, command(target), News.of(spec));
    Thread worker = Thread.currentThread();
    try (var _ = new Interruption(worker::interrupt)) {
      MicroReport report = session.run(device.reservation());
      format.print(spec, report);
      News.of(spec).accept("Files:  " + Launcher.shown(session.folder()));
      return report.ranking().end() == MicroRanking.End.INTERRUPTED ? 130 : 0;
    }
  }

  private String command(Target target) {
    return Launcher.command(
        "microbench %s --top %d %s --wall %s --validate %d --seed %d%s"
            .formatted(
                kernel.words(target.device()),
                top,
                all ? "--all" : "--samples " + wanted(),
                Durations.text(wall),
                validate,
                seed.seed(),
                Launcher.results(results)));
  }

  /**
   * Checks the options.
   *
   * @throws BadInputException if a value is out of bounds
   */
  private MicrobenchSession.Extent extent() {
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
}
