package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.Recorded;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.report.Plain;
import dev.evokernel.store.JsonProblem;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Evaluations of one run in their order, each configuration once. */
record Trace(List<Step> steps) {

  /**
   * One evaluation.
   *
   * @param millis time; empty if the evaluation failed
   */
  public record Step(Configuration configuration, OptionalDouble millis, double seconds) {

    public static Step of(Recorded recorded) {
      return new Step(recorded.configuration(), recorded.millis(), recorded.cost().seconds());
    }
  }

  public Trace {
    steps = List.copyOf(steps);
  }

  /** End of each evaluation, in seconds. */
  double[] when() {
    double[] when = steps.stream().mapToDouble(Step::seconds).toArray();
    Arrays.parallelPrefix(when, Double::sum);
    return when;
  }

  /** Best time after each evaluation; infinite before the first valid evaluation. */
  public double[] best() {
    double[] best =
        steps.stream()
            .mapToDouble(step -> step.millis().orElse(Double.POSITIVE_INFINITY))
            .toArray();
    Arrays.parallelPrefix(best, Math::min);
    return best;
  }

  /** Evaluations until a time was reached; {@link Integer#MAX_VALUE} if it was not. */
  int until(double millis) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).millis().orElse(Double.POSITIVE_INFINITY) <= millis) {
        return i + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Numbers of the evaluations, from 1. */
  double[] counts() {
    double[] counts = new double[steps.size()];
    Arrays.setAll(counts, i -> i + 1.0);
    return counts;
  }

  /**
   * Traces in a folder as {@code <strategy>/<space>/<run>.jsonl}, with a line for each evaluation:
   * {@code {"config": {…}, "time_ms": number or null, "cost_s": number}}.
   */
  record TraceFiles(Path folder) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

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
     * Reads the runs of a strategy on a space, in the order of their files; empty if there are
     * none.
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

    /** Reads traces of one space. Repeated evaluations of a configuration are skipped. */
    private static final class TraceReader {

      private final RecordedSpace space;
      private final Map<String, Map<Object, Value>> values = new HashMap<>();

      TraceReader(RecordedSpace space) {
        this.space = space;
        for (Parameter parameter : space.space().parameters()) {
          var own = new HashMap<Object, Value>();
          parameter.values().forEach(value -> own.put(normal(value.plain()), value));
          values.put(parameter.name(), own);
        }
      }

      Trace read(Path file, List<String> lines) {
        var steps = new ArrayList<Step>();
        var seen = new HashSet<Configuration>();
        for (int i = 0; i < lines.size(); i++) {
          if (!lines.get(i).isBlank()) {
            Step step = step(new Line(file, i + 1, lines.get(i)));
            if (seen.add(step.configuration())) {
              steps.add(step);
            }
          }
        }
        return new Trace(steps);
      }

      private Step step(Line line) {
        Map<?, ?> json = line.json();
        if (!(json.get("config") instanceof Map<?, ?> config)) {
          throw line.problem("'config' is missing", "Add a value for each parameter.");
        }
        if (!(json.get("cost_s") instanceof Number cost) || !(cost.doubleValue() >= 0)) {
          throw line.problem("'cost_s' is not a number of seconds", "A failure also has a cost.");
        }
        Object time = json.get("time_ms");
        if (time != null && !(time instanceof Number)) {
          throw line.problem("'time_ms' is not a number", "Use null for a failed configuration.");
        }
        return new Step(configuration(line, config), millis(time), cost.doubleValue());
      }

      private static OptionalDouble millis(@Nullable Object time) {
        return time instanceof Number number
            ? OptionalDouble.of(number.doubleValue())
            : OptionalDouble.empty();
      }

      private Configuration configuration(Line line, Map<?, ?> config) {
        var found = new LinkedHashMap<String, Value>();
        for (Parameter parameter : space.space().parameters()) {
          String name = parameter.name();
          Object plain = config.get(name);
          Value value =
              plain == null ? null : values.getOrDefault(name, Map.of()).get(normal(plain));
          if (value == null) {
            throw unknown(line, name + "=" + plain);
          }
          found.put(name, value);
        }
        var configuration = new Configuration(found);
        if (!space.space().contains(configuration)) {
          throw unknown(line, configuration.toString());
        }
        return configuration;
      }

      /** Normal form in which 8 and 8.0 are equal. */
      private static Object normal(Object plain) {
        return plain instanceof Number number ? number.doubleValue() : plain.toString();
      }

      private InvalidFileException unknown(Line line, String configuration) {
        return line.problem(
            "the space '%s' has no %s".formatted(space.name(), configuration),
            "Maybe the trace belongs to another recording than " + space.recording().file() + ".");
      }
    }

    private record Line(Path file, int number, String text) {

      Map<?, ?> json() {
        try {
          return JSON.readValue(text, Map.class);
        } catch (JacksonException e) {
          throw problem("not a JSON object: " + JsonProblem.of(e), "Write a JSON object.");
        }
      }

      InvalidFileException problem(String message, String advice) {
        return new InvalidFileException(
            List.of(new FileProblem(file, number, 1, text.length(), message, advice, "")));
      }
    }
  }
}
