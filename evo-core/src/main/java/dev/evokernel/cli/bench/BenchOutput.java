package dev.evokernel.cli.bench;

import dev.evokernel.bench.score.Chart;
import dev.evokernel.bench.score.Results;
import dev.evokernel.bench.score.ScoreTables;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.report.AtomicFile;
import dev.evokernel.report.render.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** The tables and files of a bench. */
final class BenchOutput {

  @Mixin private FormatOption format = new FormatOption();

  /**
   * Prints tables and leaves {@code scores.json}, {@code scores.md} and {@code chart.html}.
   *
   * @param tables which of them
   */
  void write(Results results, Function<Results, ScoreTables> tables, Path folder, PrintWriter out) {
    ScoreTables report = tables.apply(results);
    AtomicFile.write(folder.resolve("scores.json"), report.json());
    AtomicFile.write(folder.resolve("scores.md"), report.markdown());
    AtomicFile.write(folder.resolve("chart.html"), new Chart(results.tournament()).html());
    write(report, out);
  }

  /** Prints a report alone. */
  void write(Report report, PrintWriter out) {
    out.print(format.choose(report::text, report::json, report::markdown));
    out.flush();
  }
}
