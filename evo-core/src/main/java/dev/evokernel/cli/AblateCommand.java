package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.comparison.Ablation;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.config.Durations;
import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.report.Studies;
import dev.evokernel.report.study.AblationReport;
import dev.evokernel.stats.ComparisonRule;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo ablate}. */
@Command(
    name = "ablate",
    mixinStandardHelpOptions = true,
    description =
        "What does a candidate live from? Spoils one thing at a time, as kernel.yaml lists them"
            + " under 'pathologies', measures each interleaved with the candidate as it is, and"
            + " ranks them by what they cost.",
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). That of a run is taken from the run's own copy of the kernel, and the"
          + " report is kept beside it as ablation-NUMBER.md and .json."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, whatever came out",
      "2:bad input, or the machine lacks something, or the candidate is not right"
    })
final class AblateCommand implements Callable<Integer> {

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Some of the pathologies (default: all).")
  private List<String> only = List.of();

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      defaultValue = "15m",
      converter = JobOptions.WallTime.class,
      description = "No further pathology is begun after that (default: ${DEFAULT-VALUE}).")
  private Duration wall = Duration.ofMinutes(15);

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Side side = candidate.side();
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      ComparedVariants contenders = candidate.contenders(measuring.shapes());
      Target target = contenders.target(side, side, scratch.folder());
      ComparedVariant contender =
          contenders.contender(side, target, scratch.folder().resolve("source"));
      List<Pathology> pathologies = chosen(contender.kernel(), side);
      try (var _ = measuring.hold(target, "ablate", err)) {
        var ablation =
            new Ablation(
                ComparisonRule.confirmed(measuring.margin(), target.shapes().size()),
                measuring.processes(),
                wall,
                new SplittableRandom(measuring.seed()),
                System::nanoTime,
                news -> say(err, news));
        AblationReport report =
            new AblationReport(
                contender.name(),
                contender.configuration().toString(),
                "Each measured interleaved with the candidate as it is, in fresh processes, on %s."
                    .formatted(target.subject()),
                measuring.margin(),
                ablation.of(
                    measuring.venue(target, scratch.folder()),
                    contender,
                    pathologies,
                    target.shapes()),
                command());
        output.print(spec, report.text(), report.json(), report.markdown());
        keep(side, report, err);
      }
    }
    return 0;
  }

  /** Beside the candidate, where it has a run. */
  private void keep(Side side, AblationReport report, PrintWriter err) {
    if (side instanceof Side.Recorded one) {
      Path file = Studies.ablation(candidate.folder(one), one.candidate().number());
      Studies.keep(file, report.markdown(), report.json());
      say(err, "Kept as " + RunCommand.shown(file) + ".md and .json.");
    }
  }

  private List<Pathology> chosen(Kernel kernel, Side side) {
    List<Pathology> all = kernel.pathologies();
    if (all.isEmpty()) {
      throw new BadInputException(
          "%s lists no pathologies for the backend '%s'. %s"
              .formatted(
                  RunCommand.shown(kernel.file()),
                  kernel.backend(),
                  side instanceof Side.Recorded one
                      ? "It is the run's own copy; if the source has some by now: ./evo ablate %s --configuration %s"
                          .formatted(
                              one.home(), KernelConfiguration.text(one.candidate().configuration()))
                      : "docs/kernel.md says how to write them."));
    }
    List<String> names = all.stream().map(Pathology::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new BadInputException(
            "--only: %s lists no pathology '%s'. %s"
                .formatted(RunCommand.shown(kernel.file()), name, Spelling.advice(name, names)));
      }
    }
    return only.isEmpty()
        ? all
        : all.stream().filter(pathology -> only.contains(pathology.name())).toList();
  }

  private String command() {
    return candidate.command(
        "ablate",
        (only.isEmpty() ? "" : " --only " + String.join(",", only))
            + measuring.words()
            + " --wall "
            + Durations.text(wall));
  }
}
