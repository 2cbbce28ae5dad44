package dev.evokernel.cli;

import dev.evokernel.tuning.RunMerge;
import dev.evokernel.tuning.RunMerge.Merged;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo merge}. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description =
        "Takes runs over from other results, which it only reads: their rows, their folders, and"
            + " the limits of their devices. A run that is here already stays as it is.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all their runs are here",
      "1:a run was left out: the line says why",
      "2:bad input"
    })
final class MergeCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "OTHER",
      arity = "1..*",
      description = "Folders of results, their evo.db, or archives of runs.")
  private List<Path> others = List.of();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the runs go (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    boolean all = true;
    for (Path other : others) {
      for (Merged one : new RunMerge(results).from(other)) {
        out.println(line(one));
        all &= !(one instanceof Merged.Refused);
      }
      out.flush();
    }
    return all ? 0 : 1;
  }

  private static String line(Merged merged) {
    return switch (merged) {
      case Merged.Added(String run, boolean hasFolder) ->
          "added     "
              + run
              + (hasFolder ? "" : ": its folder is gone, so only what the database has");
      case Merged.Known(String run) -> "known     " + run;
      case Merged.Refused(String run, String why) -> "left out  " + run + ": " + why;
    };
  }
}
