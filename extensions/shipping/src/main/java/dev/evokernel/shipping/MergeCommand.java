package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.shipping.RunMerge.Merged;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Under(value = "runs", andAlone = true)
@Command(
    name = "merge",
    description =
        "Copies runs from other results: their rows, their folders, and the limits of their"
            + " devices. Runs of other hosts are claims and seeds until measured here. Existing"
            + " runs stay unchanged; the other results are only read.",
    exitCodeList = {
      "0:all runs are in the results",
      "1:a run was skipped; its line shows the reason",
      "2:bad input"
    })
public final class MergeCommand implements Callable<Integer>, ExtensionCommand {

  @Parameters(
      paramLabel = "OTHER",
      arity = "1..*",
      description = "Results folders, their evo.db, or archives of runs.")
  private List<Path> others = List.of();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Results folder to merge into (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    boolean all = true;
    for (Path other : others) {
      for (Merged merged : new RunMerge(results).from(other)) {
        out.println(line(merged));
        all &= !(merged instanceof Merged.Refused);
      }
      out.flush();
    }
    return all ? 0 : 1;
  }

  private static String line(Merged merged) {
    return switch (merged) {
      case Merged.Added(String run, Optional<String> without, Optional<String> claims) ->
          "added     "
              + run
              + without.map(": without "::concat).orElse("")
              + claims.map(" as claims: "::concat).orElse("");
      case Merged.Known(String run) -> "known     " + run;
      case Merged.Refused(String run, String why) -> "skipped   " + run + ": " + why;
    };
  }
}
