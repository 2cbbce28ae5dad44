package dev.evokernel.lab.score.record;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.lab.score.record.Trace.Step;
import dev.evokernel.store.sql.JsonProblem;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads traces of one space. Repeated evaluations of a configuration are skipped. */
final class TraceReader {

  private static final JsonMapper JSON = JsonMapper.builder().build();

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
      Value value = plain == null ? null : values.getOrDefault(name, Map.of()).get(normal(plain));
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
