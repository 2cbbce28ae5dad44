package dev.evokernel.cli;

import dev.evokernel.bench.Chart;
import dev.evokernel.bench.Comparison;
import dev.evokernel.bench.Effort;
import dev.evokernel.bench.Peers;
import dev.evokernel.bench.RecordedSpace;
import dev.evokernel.bench.Results;
import dev.evokernel.bench.ScoreJson;
import dev.evokernel.bench.ScoreTables;
import dev.evokernel.bench.Tournament;
import dev.evokernel.bench.Trace;
import dev.evokernel.bench.TraceFiles;
import dev.evokernel.report.AtomicFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What comes out of a bench, and what it is compared with. */
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

  @Option(
      names = "--compare",
      paramLabel = "DIR",
      description = "Other traces, <strategy>/<space>/<run>.jsonl: prints the differences.")
  private @Nullable Path compare;

  @Option(
      names = "--peers",
      paramLabel = "FILE",
      description = "Scores of others as JSON, to stand beside: space, strategy, column.")
  private @Nullable Path peers;

  /** Prints the tables and leaves {@code scores.json}, {@code scores.md} and {@code chart.html}. */
  void write(
      Tournament tournament, Map<String, List<Effort>> efforts, Path folder, PrintWriter out) {
    Peers others = peers == null ? Peers.NONE : Peers.read(peers);
    List<Comparison> comparisons = compare == null ? List.of() : comparisons(tournament, compare);
    write(new Results(tournament, comparisons, efforts, others), ScoreTables::text, folder, out);
  }

  /** The same with some of the tables. */
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

  private static List<Comparison> comparisons(Tournament ours, Path folder) {
    Tournament theirs = Tournament.of(ours.spaces(), read(folder, ours.spaces()), ours.scorings());
    List<Comparison> comparisons = ours.against(theirs, folder.toString());
    if (comparisons.isEmpty()) {
      throw new BadInputException(
          "%s has no traces of these spaces. Expected are folders <strategy>/<space>/ with a .jsonl for each run."
              .formatted(folder));
    }
    return comparisons;
  }

  /** Every strategy's runs on these spaces. */
  static SequencedMap<String, Map<String, List<Trace>>> read(
      Path folder, List<RecordedSpace> spaces) {
    var files = new TraceFiles(folder);
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    for (String strategy : files.strategies(spaces)) {
      var bySpace = new HashMap<String, List<Trace>>();
      for (RecordedSpace space : spaces) {
        bySpace.put(space.name(), new ArrayList<>(files.read(strategy, space)));
      }
      traces.put(strategy, bySpace);
    }
    return traces;
  }
}
