package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.cli.RowsFormatOption;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.fleet.FleetSection.LaunchLine;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.RunDevicesReport;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Tune a kernel")
@Command(
    name = "fleet",
    description = "Shows and adds the hosts that lend devices to a run.",
    subcommands = {FleetCommand.FleetShowCommand.class, FleetCommand.FleetAddCommand.class})
public final class FleetCommand implements ExtensionCommand {

  @Command(
      name = "add",
      description =
          "Adds a launch line to a run under way that has a fleet: its host joins within seconds. A"
              + " resumed run starts the line as well.")
  static final class FleetAddCommand implements Runnable {

    @Parameters(
        paramLabel = "LINE",
        description = "A line that starts evo worker, for example 'ssh gpu-3 evo worker'.")
    private String line = "";

    @Option(
        names = "--run",
        paramLabel = "RUN",
        description = "A run's name, its beginning, or 'latest' (default: ${DEFAULT-VALUE}).")
    private String reference = "latest";

    @Mixin private ResultsOption results = new ResultsOption();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      LaunchLine valid = Bounds.valid(() -> new LaunchLine(line, 1, LaunchLine.LOST_AFTER));
      try (ResultStore store = results.open()) {
        String id = RunState.of(store, reference, Instant.now()).run().id();
        StoredRun first = store.fleetOf(id).getFirst();
        RunState state = RunState.of(store, first.id(), Instant.now());
        if (state.status() == RunStatus.FINISHED) {
          throw new BadInputException("Run %s is finished; no host can join it.", first.id());
        }
        if (state.status() != RunStatus.RUNNING) {
          throw new BadInputException(
              "Run %s is not under way (%s), so no host can join it. Resume it with the line: %s",
              first.id(),
              state.status().label(),
              Launcher.command(
                  "run --resume %s --fleet %s".formatted(first.id(), Printable.word(line))));
        }
        Job job = JobReader.read(results.folder().resolve(first.id()).resolve("evo.yaml"));
        if (job.section(FleetSection.class).isEmpty()) {
          throw new BadInputException(
              "Run %s has no fleet: it measures on this machine. Begin a run with --fleet or 'fleet:' in evo.yaml.",
              first.id());
        }
        Path file = results.folder().resolve(first.id()).resolve(FleetSection.ADDED);
        Files.writeString(
            file, valid.launch() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        spec.commandLine().getOut().println("Added to run %s.".formatted(first.id()));
      } catch (IOException e) {
        throw new EnvironmentException("The line cannot be added to the run: " + e, e);
      }
    }
  }

  @Command(
      name = "show",
      description =
          "Lists the hosts and devices of a running or finished run: current work, number and speed"
              + " of evaluations, and slow devices.")
  static final class FleetShowCommand implements Runnable {

    @Parameters(
        paramLabel = "RUN",
        defaultValue = "latest",
        description = "A run's name, its beginning, or 'latest' (default: ${DEFAULT-VALUE}).")
    private String reference = "latest";

    @Mixin private RowsFormatOption format = new RowsFormatOption();
    @Mixin private ResultsOption results = new ResultsOption();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      try (ResultStore store = results.open()) {
        RunState state = RunState.of(store, reference, Instant.now());
        String id = state.run().id();
        List<StoredRun> beside =
            store.fleetOf(id).stream().filter(run -> !run.id().equals(id)).toList();
        format.print(
            spec,
            new RunDevicesReport(state, store.pagedHistory(id), beside, ZoneId.systemDefault()));
      }
    }
  }
}
