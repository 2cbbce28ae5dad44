package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.ReportPage;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.RunReportFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "report",
    description = "Writes an HTML page about a run, or several runs side by side.")
final class ReportCommand implements Runnable {

  @Parameters(
      paramLabel = "RUN",
      arity = "0..*",
      defaultValue = "latest",
      description =
          "Names of runs, their prefixes, or 'latest' (default: ${DEFAULT-VALUE}). Several runs are"
              + " shown side by side.")
  private List<String> references = List.of("latest");

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Page to write (default: report.html in the run's folder, or in the results folder for"
              + " several runs).")
  private @Nullable Path out;

  @Option(names = "--open", description = "Open the page in the browser.")
  private boolean open;

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Path page = write();
    PrintWriter print = spec.commandLine().getOut();
    print.println(page);
    if (open && !Terminal.opens(page.toAbsolutePath().toString())) {
      print.println("Cannot start a browser. Open the file yourself.");
    }
    print.flush();
  }

  private Path write() {
    try (ResultStore store = results.open()) {
      List<RunHistory> runs = references.stream().distinct().map(store::pagedHistory).toList();
      Path page = out == null ? usual(runs) : out;
      RunReportFile.write(runs, results.folder(), page);
      return page;
    }
  }

  private Path usual(List<RunHistory> runs) {
    Path folder =
        runs.size() == 1 ? results.folder().resolve(runs.getFirst().run().id()) : results.folder();
    return folder.resolve(ReportPage.FILE_NAME);
  }
}
