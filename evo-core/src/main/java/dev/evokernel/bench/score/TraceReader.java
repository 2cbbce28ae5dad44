package dev.evokernel.bench.score;

import dev.evokernel.bench.score.Trace.Step;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.store.JsonProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads traces of one space. A configuration that comes again costs nothing and is left out. */
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
    for (int line = 0; line < lines.size(); line++) {
      if (!lines.get(line).isBlank()) {
        Step step = step(file, line + 1, lines.get(line));
        if (seen.add(step.configuration())) {
          steps.add(step);
        }
      }
    }
    return new Trace(steps);
  }

  private Step step(Path file, int line, String text) {
    Map<?, ?> json = object(file, line, text);
    if (!(json.get("config") instanceof Map<?, ?> config)) {
      throw problem(file, line, text, "'config' is missing", "It names a value per parameter.");
    }
    if (!(json.get("cost_s") instanceof Number cost) || !(cost.doubleValue() >= 0)) {
      throw problem(file, line, text, "'cost_s' is no number of seconds", "A failure costs too.");
    }
    Object time = json.get("time_ms");
    if (time != null && !(time instanceof Number)) {
      throw problem(
          file, line, text, "'time_ms' is no number", "Write null where a configuration failed.");
    }
    return new Step(configuration(file, line, text, config), millis(time), cost.doubleValue());
  }

  private static OptionalDouble millis(@Nullable Object time) {
    return time instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  private Configuration configuration(Path file, int line, String text, Map<?, ?> config) {
    var found = new LinkedHashMap<String, Value>();
    for (Parameter parameter : space.space().parameters()) {
      String name = parameter.name();
      Object plain = config.get(name);
      Value value = plain == null ? null : values.getOrDefault(name, Map.of()).get(normal(plain));
      if (value == null) {
        throw stranger(file, line, text, name + "=" + plain);
      }
      found.put(name, value);
    }
    var configuration = new Configuration(found);
    if (!space.space().contains(configuration)) {
      throw stranger(file, line, text, configuration.toString());
    }
    return configuration;
  }

  /** 8 and 8.0 are the same value. */
  private static Object normal(Object plain) {
    return plain instanceof Number number ? number.doubleValue() : plain.toString();
  }

  private static Map<?, ?> object(Path file, int line, String text) {
    try {
      return JSON.readValue(text, Map.class);
    } catch (JacksonException e) {
      throw problem(
          file, line, text, "this is no JSON object: " + JsonProblem.of(e), "Write it anew.");
    }
  }

  private InvalidFileException stranger(Path file, int line, String text, String configuration) {
    return problem(
        file,
        line,
        text,
        "the space '%s' has no %s".formatted(space.name(), configuration),
        "Maybe the trace belongs to another recording than " + space.recording().file() + ".");
  }

  private static InvalidFileException problem(
      Path file, int line, String text, String message, String advice) {
    return new InvalidFileException(
        List.of(new FileProblem(file, line, 1, text.length(), message, advice, "")));
  }
}
