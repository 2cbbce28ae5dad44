package dev.evokernel.cli.bench;

import dev.evokernel.bench.Chart;
import dev.evokernel.bench.Results;
import dev.evokernel.bench.ScoreJson;
import dev.evokernel.bench.ScoreTables;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.report.AtomicFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** What comes out of a bench. */
final class BenchOutput {

  @Mixin private FormatOption format = new FormatOption();

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
        format.choose(
            () -> tables.apply(new ScoreTables(results, false)), () -> json, () -> markdown));
    out.flush();
  }
}
