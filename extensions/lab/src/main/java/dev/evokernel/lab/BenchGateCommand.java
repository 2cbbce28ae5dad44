package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.ChallengerOptions;
import dev.evokernel.cli.MeasuringOptions;
import dev.evokernel.cli.News;
import dev.evokernel.cli.PercentConverter;
import dev.evokernel.cli.ReportOptions;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.Target;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "gate",
    description =
        "Measures the error rate of 'evo gate': repeats it on a kernel as it is, or on a kernel"
            + " that was slowed down on purpose.")
final class BenchGateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "KERNEL", description = "A kernel's folder.")
  private Path kernel = Path.of("");

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "Number of gates (default: ${DEFAULT-VALUE}).")
  private int repeats = 20;

  @Option(
      names = "--slowed",
      paramLabel = "PERCENT",
      converter = PercentConverter.class,
      description =
          "Slows the present source by about this share, calibrated before the trials, for example"
              + " 3%%.")
  private @Nullable Double slowed;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
  private String device = "auto";

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Folder of the leaderboard (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private ChallengerOptions challenger = new ChallengerOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(1, "--repeats", repeats);
    Target target = Target.of(kernel, device, measuring.shapes(), List.of(), results);
    var study =
        new RegressionGateStudy(target, measuring.settings(), challenger.of(target), News.of(spec));
    OptionalDouble share = slowed == null ? OptionalDouble.empty() : OptionalDouble.of(slowed);
    try (var _ = new Interruption(Thread.currentThread()::interrupt)) {
      RegressionGateTrialsReport report =
          study.hold(repeats, share, measuring.reservation(), command(target));
      output.print(spec, report);
      return report.trials().size() == repeats ? 0 : 130;
    }
  }

  private String command(Target target) {
    return Launcher.command(
        "bench gate %s --repeats %d%s --device %s%s%s%s"
            .formatted(
                Launcher.path(kernel),
                repeats,
                slowed == null ? "" : " --slowed " + PercentConverter.text(slowed),
                target.device().id(),
                MeasuringOptions.words(spec),
                challenger.words(target.results()),
                Launcher.results(results)));
  }
}
