package dev.evokernel.cli;

import dev.evokernel.bench.Chart;
import dev.evokernel.bench.Results;
import dev.evokernel.bench.ScoreJson;
import dev.evokernel.bench.ScoreTables;
import dev.evokernel.report.AtomicFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** What comes out of a bench. */
final class BenchOutput {

  /** How the tables come out. */
  enum Format {
    TEXT,
    JSON,
    MARKDOWN
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  /**
   * Prints tables and leaves {@code scores.json}, {@code scores.md} and {@code chart.html}.
   *
   * @param tables which of them
   */
  void write(Results results, Function<ScoreTables, String> tables, Path folder, PrintWriter out) {
    String json = ScoreJson.of(results);
    String markdown = tables.apply(new ScoreTables(results, true));
    AtomicFile.write(folder.resolve("scores.json"), json);
    AtomicFile.write(folder.resolve("scores.md"), markdown);
    AtomicFile.write(folder.resolve("chart.html"), new Chart(results.tournament()).html());
    out.print(
        switch (format) {
          case TEXT -> tables.apply(new ScoreTables(results, false));
          case JSON -> json;
          case MARKDOWN -> markdown;
        });
    out.flush();
  }
}
