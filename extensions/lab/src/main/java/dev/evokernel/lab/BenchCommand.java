package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.ChallengerOptions;
import dev.evokernel.cli.DeviceOptions;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.FormatOption;
import dev.evokernel.cli.MeasuringOptions;
import dev.evokernel.cli.News;
import dev.evokernel.cli.PercentConverter;
import dev.evokernel.cli.ReportOptions;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.store.Answer;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("This machine")
@Command(
    name = "bench",
    description = "Measures evo itself.",
    subcommands = {
      // One a line, in the order of the help.
      BenchSearchCommand.class,
      BenchCommand.BenchScoreCommand.class,
      BenchCommand.BenchGateCommand.class,
      BenchCommand.BenchStudyCommand.class,
    })
public final class BenchCommand implements ExtensionCommand {

  @Command(name = "score", description = "Scores existing traces, of evo or of another search.")
  static final class BenchScoreCommand implements Callable<Integer> {

    @Mixin private BenchSpaces spaces = new BenchSpaces();
    @Mixin private FormatOption output = new FormatOption();

    @Option(
        names = "--traces",
        paramLabel = "DIR",
        required = true,
        description =
            "Folder with <strategy>/<space>/<run>.jsonl; also receives scores.json, scores.md and"
                + " chart.html.")
    private Path traces = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
      List<RecordedSpace> loaded = spaces.load();
      SequencedMap<String, Map<String, List<Trace>>> found = BenchSpaces.read(traces, loaded);
      BenchSpaces.Others others = spaces.others(loaded);
      var tournament = Tournament.of(loaded, found, Tournament.scorings(loaded, spaces.cores()));
      ScoreTables tables = others.beside(tournament, Optional.empty(), Map.of());
      tables.write(traces);
      output.print(spec, tables);
      return 0;
    }
  }

  @Command(
      name = "study",
      description =
          "Runs jobs, each with several random seeds, and prints the answer of a query on their"
              + " results. Run it again after an interruption: it continues.")
  static final class BenchStudyCommand implements Callable<Integer> {

    @Parameters(
        paramLabel = "FILE",
        description = "The study: its jobs, seeds and query (docs/from-other-tuners.md#studies).")
    private Path file = Path.of("");

    @Mixin private DeviceOptions device = new DeviceOptions();
    @Mixin private ReportOptions output = new ReportOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
      Study study = Study.read(file);
      try (var _ = new Interruption(Thread.currentThread()::interrupt)) {
        Answer answer = study.hold(device.reservation(), News.of(spec));
        output.print(spec, report(answer));
      }
      return 0;
    }

    private Report report(Answer answer) {
      var table = Table.builder();
      answer.columns().forEach(table::quantity);
      answer
          .rows()
          .forEach(row -> table.row(row.stream().map(v -> Objects.toString(v, "")).toList()));
      return () ->
          Document.framed(
              List.of("Study " + Launcher.path(file)),
              List.of(table.build()),
              Launcher.command("bench study " + Launcher.path(file)),
              new Data.Records(answer.columns(), answer.rows()));
    }
  }

  @Command(
      name = "gate",
      description =
          "Measures the error rate of 'evo gate': repeats it on a kernel as it is, or on a kernel"
              + " that was slowed down on purpose.")
  static final class BenchGateCommand implements Callable<Integer> {

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
          new RegressionGateStudy(
              target, measuring.settings(), challenger.of(target), News.of(spec));
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
}
