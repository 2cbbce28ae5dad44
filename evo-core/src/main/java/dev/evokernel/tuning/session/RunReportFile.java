package dev.evokernel.tuning.session;

import module java.base;

import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.report.page.ReportPage;
import dev.evokernel.report.page.ReportPage.Subject;
import dev.evokernel.report.text.AtomicFile;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunStatus;

/** Writer of {@code report.html} for runs of one results folder. */
public final class RunReportFile {

  private RunReportFile() {}

  /**
   * @param results the folder that has the runs' folders
   */
  public static void write(List<RunHistory> runs, Path results, Path file) {
    List<Subject> subjects = runs.stream().map(run -> subject(run, results)).toList();
    AtomicFile.write(file, ReportPage.html(subjects, ZoneId.systemDefault()));
  }

  /**
   * Collects what a page about a run shows.
   *
   * @param results the folder that has the run's folder
   */
  public static Subject subject(RunHistory run, Path results) {
    return new Subject(run, RunSpace.of(run, results.resolve(run.run().id())), results);
  }

  /**
   * Writes the page of a finished run into its folder. A stopped run gets no page, since a stop
   * must be prompt and the page takes seconds. A failure to write the page does not affect the run.
   *
   * @param news receives a note if the page cannot be written
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
          "note: cannot write %s: %s. The results are complete. Write the page: %s"
              .formatted(
                  file,
                  e.getMessage(),
                  Launcher.command("report " + run.run().id() + Launcher.results(results))));
    }
  }
}
