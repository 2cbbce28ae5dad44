package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "runs",
    description = {
      "Lists the runs, newest first.",
      "Shows their state, remaining budget, best result and size on disk."
    })
final class RunsCommand implements Runnable {

  @Parameters(
      paramLabel = "RUN",
      arity = "0..*",
      description = "Only these runs: names, their prefixes, or 'latest' (default: all).")
  private List<String> references = List.of();

  @Mixin private RowsFormatOption format = new RowsFormatOption();
  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Instant now = Instant.now();
    try (ResultStore store = results.open()) {
      List<String> wanted =
          references.isEmpty()
              ? store.runs().stream().map(StoredRun::id).toList()
              : references.stream().distinct().toList();
      format.print(
          spec,
          new RunList(
              wanted.stream().map(run -> RunState.of(store, run, now)).toList(),
              ZoneId.systemDefault()));
    }
  }
}
