package dev.evokernel.report;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.report.text.AtomicFile;
import dev.evokernel.report.text.AtomicFile.Content;
import dev.evokernel.search.Prior;
import dev.evokernel.store.query.RunHistory;

/** Files of a run in {@code results/<run>/}. */
public final class RunFiles {

  private RunFiles() {}

  /**
   * Writes all files of a run, each atomically, and replaces those of an earlier session.
   *
   * @param known what the run knew when it began
   * @param folder usually {@code results/<run>}; created if missing
   * @return the written files
   * @throws EnvironmentException if a file cannot be written
   */
  public static List<Path> write(RunHistory history, List<Prior> known, Path folder, ZoneId zone) {
    var files = new LinkedHashMap<String, Content>();
    var summary = RunDocument.summary(history, KnownReport.of(known, () -> history), zone);
    files.put("final_summary.md", out -> out.write(summary.markdown()));
    files.put("evo_best.json", new BestResult(history)::json);
    files.put("evo_log.csv", new EvolutionLog(history)::csv);
    files.put("evo_finals.csv", new FinalsLog(history)::csv);
    files.put("champion.h", out -> out.write(RunHeaders.champion(history)));
    RunHeaders.portfolio(history)
        .ifPresent(text -> files.put("portfolio.h", out -> out.write(text)));
    files.putAll(T4Results.files(history));
    return write(files, folder);
  }

  /** Writes files by their names, each atomically. */
  public static List<Path> write(Map<String, Content> files, Path folder) {
    files.forEach((name, content) -> AtomicFile.write(folder.resolve(name), content));
    return files.keySet().stream().map(folder::resolve).toList();
  }
}
