package dev.evokernel.cli;

import dev.evokernel.report.CandidateReport;
import dev.evokernel.report.KnownReport;
import dev.evokernel.report.Report;
import dev.evokernel.report.RunDocument;
import dev.evokernel.report.Studies;
import dev.evokernel.seeding.PriorFile;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunOverview;
import java.nio.file.Path;
import java.time.ZoneId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Shows a run or a candidate, and the command that reproduces it.")
final class ShowCommand implements Runnable {

  @Parameters(
      paramLabel = "RUN|CANDIDATE",
      defaultValue = "latest",
      description =
          "Name of a run, its prefix, or 'latest'; a candidate is RUN/NUMBER, for example latest/17"
              + " (default: ${DEFAULT-VALUE}).")
  private String reference = "latest";

  @Option(
      names = {"-v", "--verbose"},
      description = "Also explain the finals, and show where the time went.")
  private boolean verbose;

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    try (ResultStore store = results.open()) {
      Report report = report(store);
      spec.commandLine().getOut().print(format.of(report, verbose));
      spec.commandLine().getOut().flush();
    }
  }

  private Report report(ResultStore store) {
    ZoneId zone = ZoneId.systemDefault();
    if (!reference.contains("/")) {
      RunOverview overview = store.overview(reference);
      Path folder = store.file().resolveSibling(overview.history().run().id());
      return RunDocument.show(
          overview, KnownReport.of(PriorFile.known(folder), () -> store.history(reference)), zone);
    }
    Candidate candidate = store.candidate(reference);
    return new CandidateReport(
        store.history(candidate.run()),
        candidate,
        zone,
        Studies.findings(store.file().resolveSibling(candidate.run()), candidate));
  }
}
