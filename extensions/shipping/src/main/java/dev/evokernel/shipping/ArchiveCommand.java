package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo runs archive}. */
@ExtensionCommand.Under(value = "runs", andAlone = true)
@Command(
    name = "archive",
    description =
        "Packs runs into a ZIP file: a results folder with only these runs, to unpack and view"
            + " anywhere, or to merge.")
public final class ArchiveCommand implements Runnable, ExtensionCommand {

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Names of runs, their prefixes, or 'latest'.")
  private List<String> references = List.of();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = "Archive to write (default: the first run's name with .zip, in this folder).")
  private @Nullable Path to;

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (ResultStore store = results.open()) {
      List<StoredRun> runs = references.stream().map(store::run).distinct().toList();
      Path file = to == null ? Path.of(runs.getFirst().id() + ".zip") : to;
      List<String> without = RunArchive.write(store, runs, file);
      out.printf(
          "%s  %s, %d %s%n",
          Launcher.shown(file),
          Units.bytes(file.toFile().length()),
          runs.size(),
          runs.size() == 1 ? "run" : "runs");
      without.forEach(out::println);
      out.println(
          "To view:  "
              + Launcher.command("runs merge " + Launcher.path(file) + " --results FOLDER"));
      out.flush();
    }
  }
}
