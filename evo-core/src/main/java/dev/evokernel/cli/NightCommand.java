package dev.evokernel.cli;

import module java.base;

import dev.evokernel.config.Night;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.NightSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "night",
    description = {
      "Runs several jobs one after the other within one time budget.",
      "Run it again after an interruption or a kill: it continues where it stopped."
    },
    exitCodeList = {
      "0:every job is finished, and every run is decided",
      "1:a job failed, with the reason in the output",
      "2:bad input",
      "3:every job is finished, but a run is not decided",
      "130:interrupted (143 by SIGTERM); all results are kept"
    })
final class NightCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      defaultValue = "night.yaml",
      description = "The jobs (default: ${DEFAULT-VALUE}).")
  private Path file = Path.of("night.yaml");

  @Option(
      names = "--anew",
      description = "Starts the night from the beginning; runs of an earlier session are kept.")
  private boolean anew;

  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    var text = new RunText(out, false);
    Night night = Night.read(file);
    Launcher.resumable(List.of("night", file.toString()));
    var session =
        new NightSession(
            night,
            device.reservation(),
            anew,
            runs -> new SharedRunsText(runs, text, _ -> () -> text.line("")),
            text::news);
    try (var _ = new Interruption(session::stop)) {
      session.run();
    }
    if (!session.runs().isEmpty()) {
      text.overview(night.results(), session.runs());
      out.println();
      out.println("Report:  " + Launcher.shown(session.page()));
    }
    session.failures().forEach(failure -> text.line("Failed:  %s", failure));
    out.flush();
    if (!session.failures().isEmpty()) {
      return 1;
    }
    return session.isDone() ? session.isDecided() ? 0 : RunCommand.UNDECIDED : 130;
  }
}
