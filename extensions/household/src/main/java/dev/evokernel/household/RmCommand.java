package dev.evokernel.household;

import dev.evokernel.cli.extension.ExtensionCommand;
import dev.evokernel.cli.options.ResultsOption;
import dev.evokernel.store.ResultStore;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo rm}. */
@Command(
    name = "rm",
    description =
        "Deletes runs with their folders and leaderboard entries. Active runs are refused. To keep"
            + " a copy, run 'evo archive' first.")
public final class RmCommand implements Runnable, ExtensionCommand {

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Names of runs, their prefixes, or 'latest'.")
  private List<String> references = List.of();

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (ResultStore store = results.openForWriting()) {
      var removal = new RunRemoval(store, results.folder());
      for (String reference : references) {
        out.println("Deleted " + removal.remove(reference));
        out.flush();
      }
    }
  }
}
