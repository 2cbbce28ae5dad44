package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.bench.study.RegressionGateTrials;
import dev.evokernel.bench.study.RegressionGateTrialsReport;
import dev.evokernel.bench.study.SlowedKernel;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.RegressionCheck;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.stats.ComparisonRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo bench gate}. */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description =
        "How often 'evo gate' is wrong: held many times on a kernel as it is, or on one whose"
            + " source was made slower on purpose.")
final class BenchGateCommand implements Callable<Integer> {

  /** Gates that find out how much slower a source became. */
  private static final int CALIBRATIONS = 3;

  /** A calibration this near to what is wanted is good. */
  private static final double NEAR = 0.1;

  @Parameters(paramLabel = "KERNEL", description = "A kernel's folder.")
  private Path kernel = Path.of("");

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "20",
      description = "Gates that are held (default: ${DEFAULT-VALUE}).")
  private int repeats = 20;

  @Option(
      names = "--slowed",
      paramLabel = "PERCENT",
      converter = MeasuringOptions.Percent.class,
      description =
          "Makes the present source slower by about that, measured before the trials, for example"
              + " 3%%.")
  private @Nullable Double slowed;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
  private String device = "auto";

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the leaderboard is (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private ChallengerOptions challenger = new ChallengerOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (repeats < 1) {
      throw new BadInputException("--repeats is at least 1, not " + repeats + ".");
    }
    Target target = Target.of(kernel, device, measuring.shapes(), results);
    Challenger chosen = challenger.of(target);
    var gate = new RegressionGate(target, measuring, chosen);
    Thread worker = Thread.currentThread();
    List<RegressionGate.Pairing> pairings = gate.pairings();
    try (var _ = measuring.hold(target, "bench gate", spec.commandLine().getErr());
        TemporaryFolder scratch = TemporaryFolder.make();
        var _ = new Interruption(worker::interrupt)) {
      Matches matches =
          slowed == null
              ? new Matches(matches(gate, pairings, scratch.folder()), OptionalDouble.empty())
              : calibrated(gate, pairings, target, slowed, scratch.folder());
      List<RegressionGateTrials.Trial> trials =
          new RegressionGateTrials(
                  matches.all(), System::nanoTime, news -> say(spec.commandLine().getErr(), news))
              .hold(repeats, measuring.seed());
      print(
          new RegressionGateTrialsReport(
              target.subject(),
              "%d gates on %s, %s%s"
                  .formatted(
                      trials.size(),
                      target.folder(),
                      chosen.name(),
                      matches.slowDown().isEmpty()
                          ? ""
                          : String.format(
                              Locale.ROOT,
                              ", its source made %.2f %% slower as measured",
                              100 * matches.slowDown().getAsDouble())),
              matches.slowDown(),
              trials.stream().map(RegressionGateTrials.Trial::findings).toList(),
              trials.stream().map(RegressionGateTrials.Trial::time).toList(),
              trials.stream().map(RegressionGateTrials.Trial::processes).toList(),
              command(target)));
      return trials.size() == repeats ? 0 : 130;
    }
  }

  /**
   * Who is held against whom.
   *
   * @param slowDown by how much the challenger is slower, measured; empty where it is as it is
   */
  private record Matches(List<RegressionGateTrials.Match> all, OptionalDouble slowDown) {}

  private List<RegressionGateTrials.Match> matches(
      RegressionGate gate, List<RegressionGate.Pairing> pairings, Path logs)
      throws InterruptedException {
    var matches = new ArrayList<RegressionGateTrials.Match>();
    for (RegressionGate.Pairing pairing : pairings) {
      matches.add(match(gate, pairing, pairing.other(), logs));
    }
    return matches;
  }

  private RegressionGateTrials.Match match(
      RegressionGate gate, RegressionGate.Pairing pairing, ComparedVariant other, Path logs)
      throws InterruptedException {
    RegressionCheck check = gate.check(pairing, logs, _ -> {});
    return new RegressionGateTrials.Match(check, check.prepare(pairing.base(), other));
  }

  /** Changes the source, measures what became of it, and corrects until it is near enough. */
  private Matches calibrated(
      RegressionGate gate,
      List<RegressionGate.Pairing> pairings,
      Target target,
      double wanted,
      Path scratch)
      throws InterruptedException {
    double share = wanted;
    for (int attempt = 1; ; attempt++) {
      Kernel slow = SlowedKernel.of(target.kernel(), share, scratch.resolve("slowed-" + attempt));
      var matches = new ArrayList<RegressionGateTrials.Match>();
      double logs = 0;
      int shapes = 0;
      for (RegressionGate.Pairing pairing : pairings) {
        ComparedVariant other =
            new ComparedVariant(
                pairing.other().name() + ", slowed", slow, pairing.other().configuration());
        RegressionGateTrials.Match match = match(gate, pairing, other, scratch);
        matches.add(match);
        for (double ratio : slowDown(pairing, other, target, scratch)) {
          logs += Math.log(ratio);
          shapes++;
        }
      }
      double measured = Math.exp(logs / shapes) - 1;
      say(
          spec.commandLine().getErr(),
          String.format(
              Locale.ROOT,
              "calibrating: with %.2f %% more work the kernel is %.2f %% slower",
              100 * share,
              100 * measured));
      boolean near = Math.abs(measured - wanted) <= NEAR * wanted;
      if (near || attempt == CALIBRATIONS || measured <= 0) {
        return new Matches(matches, OptionalDouble.of(measured));
      }
      share *= wanted / measured;
    }
  }

  /** How many times as long it takes than the same configuration of the source as it is. */
  private double[] slowDown(
      RegressionGate.Pairing pairing, ComparedVariant slow, Target target, Path logs)
      throws InterruptedException {
    InterleavedComparison meeting =
        InterleavedComparison.of(
            measuring.venue(target.on(pairing.shapes()), logs), List.of(pairing.other(), slow));
    var duel =
        new SequentialComparison(
            meeting,
            ComparisonRule.confirmed(measuring.margin(), 1),
            2,
            new SplittableRandom(measuring.seed()),
            _ -> {});
    return switch (duel.settle(SequentialComparison.Question.RELATION)) {
      case SequentialComparison.Result.Compared(var shapes) ->
          shapes.values().stream().mapToDouble(one -> 1 / one.contrast().p50().ratio()).toArray();
      case SequentialComparison.Result.Refused refused ->
          throw new BadInputException(
              "The slowed source was refused, and so cannot be tried: "
                  + refused.rejection().message());
    };
  }

  private void print(RegressionGateTrialsReport report) {
    output.print(spec, report.text(), report.json(), report.markdown());
  }

  private String command(Target target) {
    return "./evo bench gate %s --repeats %d%s --device %s%s%s --results %s"
        .formatted(
            kernel,
            repeats,
            slowed == null ? "" : " --slowed " + MeasuringOptions.Percent.text(slowed),
            target.devices().device().id(),
            measuring.words(),
            challenger.words(),
            RunCommand.shown(results));
  }
}
