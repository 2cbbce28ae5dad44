package dev.evokernel.cli;

import dev.evokernel.cli.options.MeasuringOptions;
import dev.evokernel.cli.options.News;
import dev.evokernel.cli.options.ReportOptions;
import dev.evokernel.cli.options.SidesOptions;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.study.ComparisonReport;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.RecordedComparison;
import dev.evokernel.tuning.Side;
import dev.evokernel.tuning.VariantComparison.Outcome;
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
    mixinStandardHelpOptions = true,
    description =
        "How much faster is B than A, shape by shape? Two finalists of the same run were measured"
            + " against each other already; all others are measured anew, interleaved, each with"
            + " its own source.",
    footer = {
      "",
      "A and B are each a run (its champion), a candidate (RUN/NUMBER), a kernel's folder as it is"
          + " now, or a git commit of the kernel's repository."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:compared, whatever the answer",
      "1:one of the two is not right, or does not compile",
      "2:bad input, or the machine lacks something"
    })
final class CompareCommand implements Callable<Integer> {

  @Mixin private SidesOptions sides = new SidesOptions();

  @Option(
      names = "--recorded",
      description =
          "Measures nothing: compares what finals recorded, and says what cannot be concluded.")
  private boolean recorded;

  @Option(names = "--anew", description = "Measures even those that were compared in finals.")
  private boolean anew;

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Mixin private ReportOptions output = new ReportOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (recorded && anew) {
      throw new BadInputException("--recorded forbids what --anew asks for. Leave one out.");
    }
    Side a = sides.first();
    Side b = sides.second();
    if (a instanceof Side.Recorded one && one.metInFinals(b) && !anew) {
      return print(recorded(one, b).fromFinals(command()));
    }
    if (recorded) {
      return print(recorded(RecordedComparison.required(a), b).apart(command()));
    }
    if (a instanceof Side.Recorded one
        && b instanceof Side.Recorded
        && !anew
        && !sides.hasDevice()
        && !recorded(one, b).isOnOneDevice()) {
      return print(recorded(one, b).apart(command()));
    }
    Consumer<String> news = News.of(spec);
    return switch (sides.comparison(measuring).measure(a, b, command(), news)) {
      case Outcome.Refused(String variant, Rejected rejection) -> {
        news.accept(
            "evo: %s was refused, %s%s: %s"
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
    output.print(spec, report.text(), report.json(), report.markdown());
    return 0;
  }
}
