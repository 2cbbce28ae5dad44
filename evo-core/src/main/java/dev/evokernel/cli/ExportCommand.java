package dev.evokernel.cli;

import dev.evokernel.cli.options.ResultsOption;
import dev.evokernel.report.RunFiles;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
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
            + " macros, T4.")
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

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    try (ResultStore store = results.open()) {
      RunHistory history = store.history(reference);
      Path folder = out == null ? results.folder().resolve(history.run().id()) : out;
      PrintWriter print = spec.commandLine().getOut();
      RunFiles.write(history, folder, ZoneId.systemDefault()).forEach(print::println);
      print.flush();
    }
  }
}
