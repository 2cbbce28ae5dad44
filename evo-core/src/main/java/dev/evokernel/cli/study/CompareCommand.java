package dev.evokernel.cli.study;

import dev.evokernel.cli.options.MeasuringOptions;
import dev.evokernel.cli.options.ReportOptions;
import dev.evokernel.cli.options.SidesOptions;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.study.ComparisonReport;
import dev.evokernel.tuning.comparison.RecordedComparison;
import dev.evokernel.tuning.comparison.Side;
import dev.evokernel.tuning.comparison.VariantComparison.Outcome;
import dev.evokernel.tuning.device.BadInputException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo compare}. */
@Command(
    name = "compare",
    description =
        "Shows by shape how much faster B is than A. For two finalists of one run it uses the"
            + " finals; otherwise it measures A and B interleaved, each from its own source.",
    footer = {
      "",
      "A and B are each a run (its champion), a candidate (RUN/NUMBER), a kernel's folder, or a git"
          + " commit of the kernel's repository."
    },
    exitCodeList = {
      "0:compared, with any result",
      "1:A or B is incorrect or does not compile",
      "2:bad input, or a missing requirement of the machine"
    })
public final class CompareCommand implements Callable<Integer> {

  @Mixin private SidesOptions sides = new SidesOptions();

  @Option(
      names = "--recorded",
      description = "Measure nothing; compare recorded finals, and state what cannot be concluded.")
  private boolean recorded;

  @Option(names = "--anew", description = "Measure even if the finals compared A and B.")
  private boolean anew;

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Mixin private ReportOptions output = new ReportOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (recorded && anew) {
      throw new BadInputException("--recorded and --anew exclude each other. Remove one.");
    }
    Side a = sides.first();
    Side b = sides.second();
    if (a instanceof Side.Recorded run && run.metInFinals(b) && !anew) {
      return print(recorded(run, b).fromFinals(command()));
    }
    if (recorded) {
      return print(recorded(RecordedComparison.required(a), b).apart(command()));
    }
    if (a instanceof Side.Recorded run
        && b instanceof Side.Recorded
        && !anew
        && !sides.hasDevice()
        && !recorded(run, b).isOnOneDevice()) {
      return print(recorded(run, b).apart(command()));
    }
    Consumer<String> news = News.of(spec);
    return switch (sides.comparison(measuring).measure(a, b, command(), news)) {
      case Outcome.Refused(String variant, Rejected rejection) -> {
        news.accept(
            "evo: %s was rejected, %s%s: %s"
                .formatted(
                    variant,
                    rejection.reason().label(),
                    rejection.shape().isEmpty() ? "" : " on shape '" + rejection.shape() + "'",
                    rejection.message()));
        yield 1;
      }
      case Outcome.Compared(ComparisonReport report) -> print(report);
    };
  }

  private RecordedComparison recorded(Side.Recorded a, Side b) {
    return new RecordedComparison(
        a, RecordedComparison.required(b), measuring.shapes(), measuring.settings());
  }

  private String command() {
    return sides.command((recorded ? " --recorded" : "") + (anew ? " --anew" : ""), measuring);
  }

  private int print(ComparisonReport report) {
    output.print(spec, report);
    return 0;
  }
}
