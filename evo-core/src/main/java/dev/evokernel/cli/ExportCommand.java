package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.RunFiles;
import dev.evokernel.seeding.PriorFile;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    description = {
      "Writes a run's files again, in evo's formats or another tool's.",
      "Evo's own files are the summary, the log, the best, a header with the best macros, and T4."
    })
final class ExportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      defaultValue = "latest",
      description = "A run's name, a prefix of it, or 'latest' (default: ${DEFAULT-VALUE}).")
  private String reference = "latest";

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "The folder of the files (default: the run's own folder).")
  private @Nullable Path out;

  @Option(
      names = "--as",
      paramLabel = "FORMAT",
      description = "Writes only the files of another tool's format: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Formats.class)
  private @Nullable String format;

  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ResultFormat.all().stream().map(ResultFormat::name).iterator();
    }
  }

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    try (ResultStore store = results.open()) {
      RunHistory history = store.pagedHistory(reference);
      PrintWriter print = spec.commandLine().getOut();
      Path folder = out == null ? results.folder().resolve(history.run().id()) : out;
      List<Path> files =
          format == null
              ? RunFiles.write(
                  history,
                  PriorFile.known(results.folder().resolve(history.run().id())),
                  folder,
                  ZoneId.systemDefault())
              : RunFiles.write(format(format).files(history), folder);
      files.forEach(print::println);
      print.flush();
    }
    return 0;
  }

  private static ResultFormat format(String name) {
    return ResultFormat.all().stream()
        .filter(format -> format.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "There is no format '%s'. Use --as with one of: %s."
                        .formatted(name, String.join(", ", new Formats()))));
  }
}
