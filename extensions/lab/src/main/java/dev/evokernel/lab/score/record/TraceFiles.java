package dev.evokernel.lab.score.record;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.lab.score.record.Trace.Step;
import dev.evokernel.report.render.JsonRenderer;
import dev.evokernel.report.text.Plain;

/**
 * Traces in a folder as {@code <strategy>/<space>/<run>.jsonl}, with a line for each evaluation:
 * {@code {"config": {…}, "time_ms": number or null, "cost_s": number}}.
 *
 * @param folder of all strategies
 */
public record TraceFiles(Path folder) {

  public void write(String strategy, RecordedSpace space, List<Trace> traces) {
    Path into = folder.resolve(strategy).resolve(space.name());
    try {
      Files.createDirectories(into);
      for (Path old : files(into)) {
        Files.delete(old);
      }
      for (int run = 0; run < traces.size(); run++) {
        try (Writer file = Files.newBufferedWriter(into.resolve("%03d.jsonl".formatted(run)))) {
          for (Step step : traces.get(run).steps()) {
            file.write(line(step));
          }
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot write the traces to %s: %s. Check the folder's permissions and the disk."
              .formatted(into, e.getMessage()),
          e);
    }
  }

  /** Strategies with a trace of at least one of the spaces, in alphabetical order. */
  public List<String> strategies(List<RecordedSpace> spaces) {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(Files::isDirectory)
          .map(strategy -> String.valueOf(strategy.getFileName()))
          .filter(
              strategy ->
                  spaces.stream()
                      .anyMatch(
                          space ->
                              !files(folder.resolve(strategy).resolve(space.name())).isEmpty()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new EnvironmentException(
          "There are no traces in %s: %s. Expected: <strategy>/<space>/<run>.jsonl."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /**
   * Reads the runs of a strategy on a space, in the order of their files; empty if there are none.
   *
   * @throws InvalidFileException if a line is not an evaluation of this space
   */
  public List<Trace> read(String strategy, RecordedSpace space) {
    var reader = new TraceReader(space);
    return files(folder.resolve(strategy).resolve(space.name())).stream()
        .map(file -> reader.read(file, lines(file)))
        .toList();
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jsonl") || isPacked(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new EnvironmentException(folder + " cannot be read: " + e.getMessage() + ".", e);
    }
  }

  private static boolean isPacked(Path file) {
    return file.toString().endsWith(".jsonl.gz");
  }

  private static List<String> lines(Path file) {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream plain = isPacked(file) ? new GZIPInputStream(bytes) : bytes;
        var reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return new ArrayList<>(reader.lines().toList());
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new EnvironmentException(file + " cannot be read: " + e.getMessage() + ".", e);
    }
  }

  private static String line(Step step) {
    var json = new LinkedHashMap<String, Object>();
    json.put("config", Plain.of(step.configuration()));
    json.put("time_ms", step.millis().isPresent() ? step.millis().getAsDouble() : null);
    json.put("cost_s", step.seconds());
    return JsonRenderer.compact(json) + "\n";
  }
}
