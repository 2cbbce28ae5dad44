package dev.evokernel.lab.command;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.lab.score.ScoreTables;
import dev.evokernel.lab.score.report.Chart;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.AtomicFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Format and files of a report. */
final class BenchOutput {

  @Mixin private FormatOption format = new FormatOption();

  /** Prints tables and writes {@code scores.json}, {@code scores.md} and {@code chart.html}. */
  void write(CommandSpec spec, ScoreTables report, Path folder) {
    AtomicFile.write(folder.resolve("scores.json"), report.json());
    AtomicFile.write(folder.resolve("scores.md"), report.markdown());
    AtomicFile.write(folder.resolve("chart.html"), new Chart(report.results().tournament()).html());
    print(spec, report);
  }

  void print(CommandSpec spec, Report report) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(formatted(report));
    out.flush();
  }

  /** Formats a report in the requested format. */
  String formatted(Report report) {
    return format.choose(report::text, report::json, report::markdown);
  }
}
