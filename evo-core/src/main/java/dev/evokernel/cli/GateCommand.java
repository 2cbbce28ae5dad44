package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.report.study.RegressionGateReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo gate}. */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description =
        "Is the kernel as it is now still right, and no slower than the leaderboard's champion?"
            + " Both are measured anew, interleaved; the champion from its run's own copy of the"
            + " source.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no regression",
      "1:a regression: wrong, or p50 or p90 worse by more than the margin, and confirmed",
      "2:bad input, nothing on the leaderboard to compare with, or the machine lacks something",
      "3:undecided: the machine is too noisy"
    })
final class GateCommand implements Callable<Integer> {

  /** How the report comes out. */
  enum Format {
    TEXT,
    JSON,
    MARKDOWN,
    JUNIT
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "KERNEL",
      description = "A kernel's folder; without one, the job that --config describes.")
  private @Nullable Path kernel;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job: its kernel, device, shapes, results and limits (default: evo.yaml).")
  private @Nullable Path config;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the job's, or auto).")
  private @Nullable String device;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Where the leaderboard is (default: the job's, or results).")
  private @Nullable Path results;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Mixin private OutOption out = new OutOption();
  @Mixin private ChallengerOptions challenger = new ChallengerOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Target target = target();
    PrintWriter err = spec.commandLine().getErr();
    var gate = new RegressionGate(target, measuring, challenger.of(target));
    List<RegressionGate.Pairing> pairings = gate.pairings();
    RegressionGateReport report;
    try (var _ = measuring.hold(target, "gate", err);
        TemporaryFolder scratch = TemporaryFolder.make()) {
      report = gate.check(pairings, scratch.folder(), command(target), news -> say(err, news));
    }
    out.print(spec, formatted(report), report.text());
    return switch (report.verdict()) {
      case FINE -> 0;
      case REGRESSION -> 1;
      case UNDECIDED -> 3;
    };
  }

  private Target target() {
    if (kernel != null) {
      if (config != null) {
        throw new BadInputException(
            "Both a kernel, " + kernel + ", and a job, " + config + ", were given. Choose one.");
      }
      return Target.of(
          kernel,
          device == null ? "auto" : device,
          measuring.shapes(),
          results == null ? Path.of("results") : results);
    }
    Job job = JobReader.read(config == null ? Path.of("evo.yaml") : config);
    Job onDevice = device == null ? job : job.onDevice(device);
    return Target.of(
        results == null ? onDevice : onDevice.into(results.toAbsolutePath().normalize()),
        measuring.shapes());
  }

  private String command(Target target) {
    String what = kernel != null ? " " + kernel : config == null ? "" : " --config " + config;
    return "./evo gate%s --device %s%s%s --results %s"
        .formatted(
            what,
            target.devices().device().id(),
            measuring.words(),
            challenger.words(),
            RunCommand.shown(target.results()));
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
