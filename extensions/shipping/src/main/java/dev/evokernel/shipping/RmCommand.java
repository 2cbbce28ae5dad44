package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.spec.Host;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.UnknownRecordException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Under(value = "runs", andAlone = true)
@Command(
    name = "rm",
    description =
        "Deletes runs with their folders and leaderboard entries. Active runs are refused. To keep"
            + " a copy, run 'evo runs archive' first.")
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
      for (String reference : references) {
        out.println("Deleted " + remove(store, results.folder(), reference));
        out.flush();
      }
    }
  }

  /**
   * Deletes a run: first the rows, in one transaction, then the folder. A kill in between leaves a
   * folder without rows, which a second attempt deletes. Of a row whose name is no id of a run,
   * only the rows are deleted: the name may be that of another folder.
   *
   * @param reference an id or a unique prefix
   * @return the id of the deleted run
   * @throws UnknownRecordException if neither the run nor a folder of it exists
   * @throws EnvironmentException if a process writes to the run
   */
  static String remove(ResultStore store, Path results, String reference) {
    String id = id(store, reference);
    if (!RunRecord.isId(id)) {
      store.upkeep().remove(id);
      return id;
    }
    RunFolder folder = store.folder(id);
    try (var _ =
        folder.lock(LockOwner.ofThisProcess("rm of " + id, Instant.now(), Host.name(), results))) {
      if (store.has(id)) {
        store.upkeep().remove(id);
      }
      folder.delete();
    }
    return id;
  }

  private static String id(ResultStore store, String reference) {
    boolean isLeftover =
        RunRecord.isId(reference)
            && Files.exists(store.folder(reference).path().resolve("evo.yaml"));
    return isLeftover || store.has(reference) ? reference : store.run(reference).id();
  }
}
