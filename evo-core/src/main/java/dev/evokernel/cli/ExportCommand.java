package dev.evokernel.cli;

import dev.evokernel.cli.options.ResultsOption;
import dev.evokernel.report.RunFiles;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.RunExport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "Writes a run's files anew from the store: summary, log, best, header with the winning"
            + " macros, T4. With --to, what a build takes of it: sources and binaries of the chosen"
            + " configurations, dispatch.h, a launcher in C, CMake, Python, and a manifest.")
final class ExportCommand implements Runnable {

  @Parameters(
      paramLabel = "RUN",
      defaultValue = "latest",
      description = "A run's name, its beginning, or 'latest' (default: ${DEFAULT-VALUE}).")
  private String reference = "latest";

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the files go (default: the run's own folder).")
  private @Nullable Path out;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description =
          "Writes what a build takes into this folder, in place of what evo wrote there before.")
  private @Nullable Path to;

  @Option(
      names = "--binaries",
      negatable = true,
      description =
          "With --to: insist on binaries, or leave them out (default: where this machine has the"
              + " run's device and compiler).")
  private @Nullable Boolean binaries;

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    try (ResultStore store = results.open()) {
      RunHistory history = store.pagedHistory(reference);
      PrintWriter print = spec.commandLine().getOut();
      if (to != null && out != null) {
        throw new BadInputException(
            "--out and --to go to different folders: one is for a run's files, the other for what a"
                + " build takes. Call the command twice.");
      }
      if (to != null) {
        RunExport.write(history, results.folder(), to, inclusion(), print::println)
            .forEach(print::println);
        print.flush();
        return;
      }
      if (binaries != null) {
        throw new BadInputException("--binaries needs --to FOLDER: only a package has binaries.");
      }
      Path folder = out == null ? results.folder().resolve(history.run().id()) : out;
      RunFiles.write(history, folder, ZoneId.systemDefault()).forEach(print::println);
      print.flush();
    }
  }

  private RunExport.Inclusion inclusion() {
    if (binaries == null) {
      return RunExport.Inclusion.WHERE_POSSIBLE;
    }
    return binaries ? RunExport.Inclusion.ALWAYS : RunExport.Inclusion.NEVER;
  }
}
