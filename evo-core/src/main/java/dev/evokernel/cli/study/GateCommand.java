package dev.evokernel.cli.study;

import dev.evokernel.cli.options.ChallengerOptions;
import dev.evokernel.cli.options.GateTargetOptions;
import dev.evokernel.cli.options.MeasuringOptions;
import dev.evokernel.cli.options.OutOption;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.report.study.RegressionGateReport;
import dev.evokernel.tuning.comparison.RegressionGate;
import dev.evokernel.tuning.device.Target;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo gate}. */
@Command(
    name = "gate",
    description =
        "Checks that the current kernel is correct and not slower than the leaderboard's champion."
            + " Both are measured interleaved, the champion from its run's own copy of the source.",
    exitCodeList = {
      "0:no regression",
      "1:regression: incorrect, or p50 or p90 worse by more than the margin, confirmed",
      "2:bad input, no leaderboard entry to compare with, or a missing requirement of the machine",
      "3:undecided: the machine is too noisy"
    })
public final class GateCommand implements Callable<Integer> {

  enum GateFormat {
    TEXT,
    JSON,
    MARKDOWN,
    JUNIT
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private GateFormat format = GateFormat.TEXT;

  @Mixin private GateTargetOptions subject = new GateTargetOptions();
  @Mixin private ChallengerOptions challenger = new ChallengerOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Mixin private OutOption out = new OutOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Target target = subject.target(measuring.shapes());
    RegressionGateReport report =
        new RegressionGate(target, measuring.settings(), challenger.of(target))
            .hold(measuring.reservation(), command(target), News.of(spec));
    out.print(spec, formatted(report), report.text());
    return switch (report.verdict()) {
      case FINE -> 0;
      case REGRESSION -> 1;
      case UNDECIDED -> 3;
    };
  }

  private String command(Target target) {
    return subject.command(target, measuring.words() + challenger.words(target.results()));
  }

  private String formatted(RegressionGateReport report) {
    return switch (format) {
      case TEXT -> report.text();
      case JSON -> report.json();
      case MARKDOWN -> report.markdown();
      case JUNIT -> report.junit();
    };
  }
}
