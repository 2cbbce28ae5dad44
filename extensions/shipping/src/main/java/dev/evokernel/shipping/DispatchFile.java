package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import dev.evokernel.shipping.DispatchRule.Question;
import dev.evokernel.shipping.ShapeTimes.DrawnShape;
import dev.evokernel.store.JsonProblem;
import dev.evokernel.text.AtomicFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code dispatch.json} in the folder of a run: times of the portfolio on drawn shapes,
 * and the learnt rule. {@code evo dispatch} writes the file after every few shapes and resumes an
 * interrupted measurement from it.
 */
final class DispatchFile {

  public static final String NAME = "dispatch.json";

  private static final int VERSION = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path file;

  public DispatchFile(Path run) {
    this.file = run.resolve(NAME);
  }

  /**
   * Replaces the file atomically.
   *
   * @param numbers candidates of the portfolio, by position
   * @param cores multiprocessors or cores of the device, if known
   */
  public void write(
      List<DrawnShape> shapes,
      Optional<DispatchRule> rule,
      List<Integer> numbers,
      OptionalLong cores) {
    var json = new LinkedHashMap<String, Object>();
    json.put("version", VERSION);
    json.put("candidates", numbers);
    cores.ifPresent(count -> json.put("cores", count));
    rule.ifPresent(learnt -> json.put("rule", plain(learnt, numbers)));
    json.put("shapes", shapes.stream().map(DispatchFile::plain).toList());
    AtomicFile.write(file, JSON.writeValueAsString(json) + "\n");
  }

  /**
   * A rule as JSON.
   *
   * @param numbers candidates of the portfolio, by position
   */
  public static Map<String, Object> plain(DispatchRule rule, List<Integer> numbers) {
    var plain = new LinkedHashMap<String, Object>();
    switch (rule) {
      case DispatchRule.Leaf(List<Integer> configurations) ->
          plain.put("candidates", configurations.stream().map(numbers::get).toList());
      case DispatchRule.Split(Question question, DispatchRule yes, DispatchRule no) -> {
        switch (question) {
          case Question.AtMost atMost -> {
            plain.put("feature", atMost.feature().text());
            plain.put("at_most", atMost.threshold());
          }
          case Question.Is is -> {
            plain.put("fact", is.fact());
            plain.put("is", is.value().plain());
          }
        }
        plain.put("yes", plain(yes, numbers));
        plain.put("no", plain(no, numbers));
      }
    }
    return plain;
  }

  private static Map<String, Object> plain(DrawnShape drawn) {
    var plain = new LinkedHashMap<String, Object>();
    plain.put("name", drawn.shape().name());
    plain.put("use", drawn.isUnseen() ? "unseen" : "training");
    plain.put("dimensions", drawn.shape().dimensions());
    plain.put("facts", drawn.shape().plainFacts());
    plain.put("cache", drawn.shape().cache().label());
    var nanos = new LinkedHashMap<String, Object>();
    var errors = new LinkedHashMap<String, Object>();
    drawn
        .timings()
        .forEach(
            (number, timing) -> {
              nanos.put(number.toString(), timing.nanos());
              errors.put(number.toString(), timing.error());
            });
    plain.put("p50_ns", nanos);
    plain.put("error", errors);
    plain.put("refused", drawn.refusals());
    return plain;
  }

  /**
   * Drawn shapes in the order of the file; empty without a file or for another portfolio.
   *
   * @param numbers candidates of the portfolio, by position
   * @throws EnvironmentException if the file cannot be read
   */
  public List<DrawnShape> shapes(List<Integer> numbers) {
    return content(numbers)
        .map(json -> json.path("shapes").valueStream().map(DispatchFile::shape).toList())
        .orElse(List.of());
  }

  OptionalLong cores() {
    return content()
        .filter(json -> json.has("cores"))
        .map(json -> OptionalLong.of(json.path("cores").asLong()))
        .orElse(OptionalLong.empty());
  }

  Optional<DispatchRule> rule(ShapeFeatures features, List<Integer> numbers) {
    try {
      return content(numbers)
          .filter(json -> json.has("rule"))
          .map(json -> rule(json.path("rule"), features, numbers));
    } catch (ExpressionException e) {
      throw unreadable(String.valueOf(e.getMessage()), e);
    }
  }

  private static DispatchRule rule(JsonNode json, ShapeFeatures features, List<Integer> numbers) {
    if (json.has("candidates")) {
      return new DispatchRule.Leaf(
          json.path("candidates")
              .valueStream()
              .map(number -> numbers.indexOf(number.asInt()))
              .toList());
    }
    return new DispatchRule.Split(
        json.has("fact")
            ? features.is(json.path("fact").asString(), value(json.path("is")))
            : features.atMost(json.path("feature").asString(), json.path("at_most").asLong()),
        rule(json.path("yes"), features, numbers),
        rule(json.path("no"), features, numbers));
  }

  private static DrawnShape shape(JsonNode json) {
    var shape =
        new Shape(
            json.path("name").asString(),
            map(json.path("dimensions"), name -> name, (_, size) -> size.asLong()),
            map(json.path("facts"), name -> name, (_, fact) -> value(fact)),
            json.path("cache").asString().equals(CacheState.COLD.label())
                ? CacheState.COLD
                : CacheState.HOT);
    return new DrawnShape(
        shape,
        json.path("use").asString().equals("unseen"),
        map(
            json.path("p50_ns"),
            Integer::valueOf,
            (number, nanos) ->
                new ShapeTimes.Timing(
                    nanos.asDouble(), json.path("error").path(number).asDouble())),
        map(json.path("refused"), Integer::valueOf, (_, why) -> why.asString()));
  }

  private static <K, V> Map<K, V> map(
      JsonNode json, Function<String, K> key, BiFunction<String, JsonNode, V> value) {
    var map = new LinkedHashMap<K, V>();
    json.properties()
        .forEach(
            entry ->
                map.put(key.apply(entry.getKey()), value.apply(entry.getKey(), entry.getValue())));
    return map;
  }

  private static Value value(JsonNode json) {
    return json.isBoolean() ? Value.of(json.asBoolean()) : Value.of(json.asString());
  }

  private Optional<JsonNode> content(List<Integer> numbers) {
    return content()
        .filter(
            json ->
                json.path("candidates")
                    .valueStream()
                    .map(JsonNode::asInt)
                    .toList()
                    .equals(numbers));
  }

  private Optional<JsonNode> content() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(file.toFile());
      if (json.path("version").asInt() != VERSION) {
        throw new EnvironmentException(problem("its version is not " + VERSION));
      }
      return Optional.of(json);
    } catch (JacksonException e) {
      throw unreadable(JsonProblem.of(e), e);
    }
  }

  private EnvironmentException unreadable(String problem, Exception cause) {
    return new EnvironmentException(problem(problem), cause);
  }

  private String problem(String problem) {
    return "Cannot read %s: %s. Delete the file, then run: evo dispatch RUN"
        .formatted(file, problem);
  }
}
