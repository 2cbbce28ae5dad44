package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.ComparisonReport;
import dev.evokernel.store.UnknownRecordException;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparedVariants;
import dev.evokernel.tuning.RecordedComparison;
import dev.evokernel.tuning.Side;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "compare",
    description = {
      "Shows by shape how much faster B is than A.",
      "For two finalists of one run it uses the finals; otherwise it measures A and B interleaved, each from its own source."
    },
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
final class CompareCommand implements Callable<Integer> {

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
    Side a = side(first, second);
    Side b = side(second, first);
    if (a instanceof Side.Recorded run && run.metInFinals(b) && !anew) {
      return print(recorded(run, b).fromFinals(command()));
    }
    if (recorded) {
      return print(recorded(RecordedComparison.required(a), b).apart(command()));
    }
    if (a instanceof Side.Recorded run
        && b instanceof Side.Recorded
        && !anew
        && device == null
        && !recorded(run, b).isOnOneDevice()) {
      return print(recorded(run, b).apart(command()));
    }
    Optional<ComparisonReport> measured =
        new ComparedVariants(results.folder(), measuring.shapes(), configuration, device)
            .compare(a, b, measuring.settings(), measuring.reservation(), command(), News.of(spec));
    return measured.map(this::print).orElse(1);
  }

  private RecordedComparison recorded(Side.Recorded a, Side b) {
    return new RecordedComparison(
        a, RecordedComparison.required(b), measuring.shapes(), measuring.settings());
  }

  private int print(ComparisonReport report) {
    output.print(spec, report);
    return 0;
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

  private String command() {
    return Launcher.command(
        "compare %s %s%s%s%s"
            .formatted(
                Side.word(first, results.folder()),
                Side.word(second, results.folder()),
                GivenOptions.of(
                    spec, "--kernel", "--configuration", "--device", "--recorded", "--anew"),
                MeasuringOptions.words(spec),
                results.words()));
  }
}
