package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.cli.ResultsOption;
import dev.evokernel.cli.RowsFormatOption;
import dev.evokernel.report.RunDevicesReport;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description =
        "Lists the hosts and devices of a running or finished run: current work, number and speed"
            + " of evaluations, and slow devices.")
final class FleetShowCommand implements Runnable {

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
