package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.MeasuringOptions;
import dev.evokernel.cli.News;
import dev.evokernel.cli.ReportOptions;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.RegressionGate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Compare and explain")
@Command(
    name = "renew",
    description = {
      "Measures an exported file or a run's result again.",
      "For a driver, compiler or device that changed: measures a file of 'evo export --as', or a run's result, each configuration, those tied with it and a few neighbours beside the default. Keeps, replaces or reopens each shape, and rewrites the file."
    },
    exitCodeList = {
      "0:every shape was kept or replaced",
      "1:a shape was reopened: its configuration is incorrect, or slower than the default",
      "2:bad input, or a missing requirement of the machine",
      "3:undecided: the machine is too noisy"
    })
public final class RenewCommand implements Callable<Integer>, ExtensionCommand {

  @Parameters(
      paramLabel = "FILE|RUN",
      defaultValue = "latest",
      arity = "0..1",
      description =
          "A file that 'evo export --as' wrote, with its evidence beside it; or a run's name, a"
              + " prefix of it, or 'latest' (default: ${DEFAULT-VALUE}).")
  private String subject = "latest";

  @Option(
      names = "--kernel",
      paramLabel = "FOLDER",
      description = "The kernel's folder (default: the evidence's, or the run's own copy).")
  private @Nullable Path kernel;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:0 (default: the recorded backend).")
  private @Nullable String device;

  @Option(
      names = "--neighbours",
      paramLabel = "N",
      defaultValue = "4",
      description = "Neighbours of each configuration to measure (default: ${DEFAULT-VALUE}).")
  private int neighbours = 4;

  @Option(names = "--dry-run", description = "Report only; leave the file as it is.")
  private boolean dry;

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();
  @Mixin private ResultsOption results = new ResultsOption();
  @Mixin private ReportOptions output = new ReportOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (!measuring.shapes().isEmpty()) {
      throw new BadInputException(
          "--shapes: evo renew measures the shapes of the file or the run.");
    }
    var renewal =
        new FileRenewal(kernel, device, results.folder(), neighbours, measuring.settings());
    Path file = Path.of(subject);
    RenewalReport report =
        Files.isRegularFile(file)
            ? renewal.ofFile(file, !dry, measuring.reservation(), News.of(spec))
            : ofRun(renewal);
    output.print(spec, report);
    return report.hasReopened() ? 1 : report.isUndecided() ? 3 : 0;
  }

  private RenewalReport ofRun(FileRenewal renewal) throws InterruptedException {
    if (subject.endsWith(".json") || subject.endsWith(".py") || subject.contains("/")) {
      throw new BadInputException(
          "The file %s does not exist. Write one: evo export --as FORMAT", subject);
    }
    try (ResultStore store = results.open()) {
      RunHistory history = store.history(subject);
      return renewal.ofRun(
          history,
          RegressionGate.snapshot(
              results.folder(), history.run().id(), history.run().subject().kernel()),
          measuring.reservation(),
          News.of(spec));
    }
  }
}
