package dev.evokernel.tuning.session;

import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.report.page.ReportPage;
import dev.evokernel.report.page.ReportPage.Subject;
import dev.evokernel.report.text.AtomicFile;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunStatus;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;

/** Writes {@code report.html} for runs of one folder of results. */
public final class RunReportFile {

  private RunReportFile() {}

  /**
   * Writes one page for these runs.
   *
   * @param results the folder that has the runs' folders
   */
  public static void write(List<RunHistory> runs, Path results, Path file) {
    List<Subject> subjects = runs.stream().map(one -> subject(one, results)).toList();
    AtomicFile.write(file, ReportPage.html(subjects, ZoneId.systemDefault()));
  }

  /**
   * What a page about a run is made from.
   *
   * @param results the folder that has the run's folder
   */
  public static Subject subject(RunHistory run, Path results) {
    return new Subject(run, RunSpace.of(run, results.resolve(run.run().id())), results);
  }

  /**
   * Writes the page of a run that is finished, into its folder. One that was stopped gets none,
   * since a stop is prompt and the page takes seconds. A page that cannot be written costs the run
   * nothing.
   *
   * @param news hears why it was not written
   */
  static void writeAtEnd(RunHistory run, Path results, Consumer<String> news) {
    if (run.run().status() != RunStatus.FINISHED) {
      return;
    }
    Path file = results.resolve(run.run().id()).resolve(ReportPage.FILE_NAME);
    try {
      write(List.of(run), results, file);
    } catch (RuntimeException e) {
      news.accept(
          "note: %s was not written: %s. The results are complete; %s writes it anew."
              .formatted(
                  file,
                  e.getMessage(),
                  Launcher.command("report " + run.run().id() + Launcher.results(results))));
    }
  }
}
