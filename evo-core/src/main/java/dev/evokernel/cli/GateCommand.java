package dev.evokernel.cli;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.report.RegressionGateReport;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.RegressionGate;
import dev.evokernel.tuning.Target;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "gate",
    description = {
      "Fails if the present source is wrong or slower than the champion.",
      "Measures the present source interleaved with the leaderboard's champion, the champion from its run's own copy of the source."
    },
    exitCodeList = {
      "0:no regression",
      "1:regression: incorrect, or p50 or p90 worse by more than the margin, confirmed",
      "2:bad input, no leaderboard entry to compare with, or a missing requirement of the machine",
      "3:undecided: the machine is too noisy"
    })
final class GateCommand implements Callable<Integer> {

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

  @Mixin private NamedKernel named = new NamedKernel();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job with kernel, device, shapes, results and limits (default: evo.yaml).")
  private @Nullable Path config;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the job's, or auto).")
  private @Nullable String device;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Results folder with the leaderboard (default: the job's, or results).")
  private @Nullable Path results;

  @Mixin private ChallengerOptions challenger = new ChallengerOptions();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Mixin private OutOption out = new OutOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Target target = target(measuring.shapes());
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

  private String formatted(RegressionGateReport report) {
    return switch (format) {
      case TEXT -> report.text();
      case JSON -> report.json();
      case MARKDOWN -> report.markdown();
      case JUNIT -> report.junit();
    };
  }

  private Target target(List<String> shapes) {
    Path kernel = named.folder();
    if (kernel != null) {
      if (config != null) {
        throw new BadInputException(
            "The kernel "
                + kernel
                + " and --config "
                + config
                + " exclude each other. Remove one.");
      }
      return Target.of(
          kernel,
          device == null ? "auto" : device,
          shapes,
          List.of(),
          results == null ? Path.of("results") : results);
    }
    Job job = JobReader.read(config == null ? Path.of("evo.yaml") : config);
    Job onDevice = device == null ? job : job.onDevice(device);
    return Target.of(
        results == null ? onDevice : onDevice.into(results.toAbsolutePath().normalize()), shapes);
  }

  private String command(Target target) {
    Path kernel = named.folder();
    String what =
        kernel != null
            ? " " + Launcher.path(kernel)
            : " --config " + Launcher.path(config == null ? Path.of("evo.yaml") : config);
    return Launcher.command(
        "gate%s --device %s%s%s%s"
            .formatted(
                what,
                target.device().id(),
                MeasuringOptions.words(spec),
                challenger.words(target.results()),
                Launcher.results(target.results())));
  }
}
