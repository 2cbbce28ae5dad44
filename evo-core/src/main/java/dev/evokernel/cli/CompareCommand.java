package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.ComparisonReport;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.store.Subject;
import dev.evokernel.store.UnknownRecordException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description =
        "How much faster is B than A, shape by shape? Two of the same run's finals have met"
            + " already; all others are measured anew, interleaved, each with its own source.",
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

  @Parameters(index = "0", paramLabel = "A", description = "What it is compared with.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "B", description = "What is compared.")
  private String second = "";

  @Option(
      names = "--kernel",
      paramLabel = "FOLDER",
      description = "Whose commits are meant (default: the other side's).")
  private @Nullable Path kernel;

  @Option(
      names = "--configuration",
      paramLabel = "KEY=VALUE,…|champion",
      description =
          "Of a folder or a commit: this configuration, or that which the leaderboard's champion"
              + " has (default: the kernel's default).")
  private @Nullable String configuration;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the run's, or auto).")
  private @Nullable String device;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the results are (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Option(
      names = "--recorded",
      description =
          "Measures nothing: compares what finals recorded, and says what cannot be concluded.")
  private boolean recorded;

  @Option(names = "--anew", description = "Measures even those that have met in finals.")
  private boolean anew;

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (recorded && anew) {
      throw new BadInputException("--recorded forbids what --anew asks for. Leave one out.");
    }
    Side a = side(first, second);
    Side b = side(second, first);
    if (a instanceof Side.Recorded one && one.metInFinals(b) && !anew) {
      return print(met(one, (Side.Recorded) b));
    }
    return recorded ? print(figures(record(a), record(b))) : measured(a, b);
  }

  /** A commit is looked for around the kernel that the other side is about. */
  private Side side(String text, String opposite) {
    Optional<Path> home = Optional.ofNullable(kernel);
    return home.isPresent() ? Side.of(text, results, home) : Side.of(text, results, home(opposite));
  }

  private Optional<Path> home(String opposite) {
    try {
      return Optional.of(Side.of(opposite, results, Optional.empty()).home());
    } catch (BadInputException | UnknownRecordException e) {
      return Optional.empty(); // Said when it is its turn.
    }
  }

  private static Side.Recorded record(Side side) {
    if (side instanceof Side.Recorded one) {
      return one;
    }
    throw new BadInputException(
        "There is no record of %s, and --recorded forbids measuring it. Leave --recorded out."
            .formatted(side.name()));
  }

  /** From the finals in which both were. */
  private ComparisonReport met(Side.Recorded a, Side.Recorded b) {
    List<String> shapes = shapes(a);
    var rule = new ComparisonRule(measuring.margin(), shapes.size(), 1);
    var random = new SplittableRandom(measuring.seed());
    List<ComparisonReport.Line> lines =
        shapes.stream()
            .map(
                shape -> {
                  var met =
                      List.of(
                          new PairedSamples(
                              a.inFinals(shape).orElseThrow(), b.inFinals(shape).orElseThrow()));
                  return ComparisonReport.Line.of(
                      shape, new SequentialComparison.Comparison(met, rule.contrast(met, random)));
                })
            .toList();
    return report(
        described(a, a.configuration()),
        described(b, b.configuration()),
        "From the finals of run %s, interleaved in one process; --anew measures again and confirms in a second."
            .formatted(a.history().run().id()),
        lines);
  }

  private List<String> shapes(Side.Recorded a) {
    List<String> known = a.history().run().subject().shapes();
    for (String shape : measuring.shapes()) {
      if (!known.contains(shape)) {
        throw new BadInputException(
            "--shapes: run '%s' has no shape '%s'; it has %s."
                .formatted(a.history().run().id(), shape, known));
      }
    }
    return measuring.shapes().isEmpty() ? known : measuring.shapes();
  }

  private ComparisonReport figures(Side.Recorded a, Side.Recorded b) {
    shapes(a).forEach(shape -> requireSameCaches(a, b, shape));
    return report(
        described(a, a.configuration()),
        described(b, b.configuration()),
        "Recorded apart from each other; nothing was measured now.",
        shapes(a).stream()
            .map(
                shape ->
                    new ComparisonReport.Line(
                        shape, a.samples(shape), b.samples(shape), Optional.empty()))
            .toList());
  }

  /** A time from warm caches says nothing of one from flushed caches. */
  private static void requireSameCaches(Side.Recorded a, Side.Recorded b, String shape) {
    Subject other = b.history().run().subject();
    if (!other.shapes().contains(shape)) {
      return;
    }
    CacheState one = a.history().run().subject().workload(shape).shape().cache();
    CacheState two = other.workload(shape).shape().cache();
    if (one != two) {
      throw new BadInputException(
          "Shape '%s' was timed %s in %s and %s in %s, so that their times do not compare. Leave --recorded out to measure both as A was, or name other --shapes."
              .formatted(shape, one.label(), a.name(), two.label(), b.name()));
    }
  }

  private int measured(Side a, Side b) throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      var contenders = new ComparedVariants(results, measuring.shapes(), configuration, device);
      Target target = contenders.target(a, b, scratch.folder());
      ComparedVariant base = contenders.contender(a, target, scratch.folder().resolve("a"));
      ComparedVariant other = contenders.contender(b, target, scratch.folder().resolve("b"));
      try (var _ = measuring.hold(target, "compare", err)) {
        say(err, "compiling " + base.name() + " and " + other.name());
        InterleavedComparison meeting =
            InterleavedComparison.of(
                measuring.venue(target, scratch.folder()), List.of(base, other));
        var duel =
            new SequentialComparison(
                meeting,
                ComparisonRule.confirmed(measuring.margin(), target.shapes().size()),
                measuring.processes(),
                new SplittableRandom(measuring.seed()),
                news -> say(err, news));
        return switch (duel.settle(SequentialComparison.Question.RELATION)) {
          case SequentialComparison.Result.Refused(int contender, Rejected rejection) -> {
            say(
                err,
                "evo: %s was refused, %s%s: %s"
                    .formatted(
                        contender == 0 ? base.name() : other.name(),
                        rejection.reason().label(),
                        rejection.shape().isEmpty() ? "" : " on shape '" + rejection.shape() + "'",
                        rejection.message()));
            yield 1;
          }
          case SequentialComparison.Result.Compared(var shapes) ->
              print(report(target, base, other, meeting.isSameBinary(0, 1), shapes));
        };
      }
    }
  }

  private ComparisonReport report(
      Target target,
      ComparedVariant base,
      ComparedVariant other,
      boolean sameBinary,
      SequencedMap<String, SequentialComparison.Comparison> shapes) {
    int processes = shapes.firstEntry().getValue().pairs().size();
    var lines = new ArrayList<ComparisonReport.Line>();
    shapes.forEach((shape, comparison) -> lines.add(ComparisonReport.Line.of(shape, comparison)));
    return report(
        base.name() + ", " + base.configuration(),
        other.name() + ", " + other.configuration(),
        "Measured interleaved on %s, in %d fresh %s.%s%s"
            .formatted(
                target.subject(),
                processes,
                processes == 1 ? "process" : "processes",
                target.cold().isEmpty() ? "" : " Cold: " + String.join(", ", target.cold()) + ".",
                sameBinary ? " Both are the same binary." : ""),
        lines);
  }

  private ComparisonReport report(
      String base, String other, String how, List<ComparisonReport.Line> lines) {
    return new ComparisonReport(base, other, how, measuring.margin(), lines, command());
  }

  private static String described(Side side, Configuration configuration) {
    return side.name() + ", " + configuration;
  }

  private String command() {
    return "./evo compare %s %s%s%s%s%s%s%s --results %s"
        .formatted(
            first,
            second,
            kernel == null ? "" : " --kernel " + kernel,
            configuration == null ? "" : " --configuration " + configuration,
            device == null ? "" : " --device " + device,
            recorded ? " --recorded" : "",
            anew ? " --anew" : "",
            measuring.words(),
            RunCommand.shown(results));
  }

  private int print(ComparisonReport report) {
    output.print(spec, report.text(), report.json(), report.markdown());
    return 0;
  }
}
