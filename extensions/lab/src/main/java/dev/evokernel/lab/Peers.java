package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.store.JsonProblem;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Scores of other tuners, read from a file.
 *
 * @param bySpace space → strategy → column → score
 */
public record Peers(Map<String, Map<String, Map<String, Double>>> bySpace) {

  public static final Peers NONE = new Peers(Map.of());

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public record Best(String strategy, double score) {}

  public Peers {
    bySpace = Map.copyOf(bySpace);
  }

  /**
   * Reads {@code {"spaces": {"<space>": {"<strategy>": {"seconds_mc": 0.5, "evals": 0.4}}}}}.
   *
   * @throws InvalidFileException if the file is missing or invalid
   */
  public static Peers read(Path file) {
    try {
      if (JSON.readValue(Files.readString(file), ObjectNode.class).get("spaces")
          instanceof ObjectNode spaces) {
        var bySpace = new LinkedHashMap<String, Map<String, Map<String, Double>>>();
        spaces.forEachEntry((name, strategies) -> bySpace.put(name, strategies(strategies)));
        return new Peers(bySpace);
      }
      throw problem(file, "'spaces' is missing");
    } catch (IOException e) {
      throw problem(file, "cannot be read: " + e.getMessage());
    } catch (JacksonException e) {
      throw problem(file, "not a JSON object: " + JsonProblem.of(e));
    }
  }

  /**
   * Returns the strategy with the best mean over the spaces, among those with a score on each
   * space.
   *
   * @param column {@code seconds_mc} or {@code evals}
   */
  public Optional<Best> best(List<String> spaces, String column) {
    Map<String, Map<String, Double>> first = bySpace.getOrDefault(spaces.getFirst(), Map.of());
    return first.keySet().stream()
        .flatMap(
            strategy -> {
              OptionalDouble mean = mean(strategy, spaces, column);
              return mean.stream().mapToObj(score -> new Best(strategy, score));
            })
        .max(Comparator.comparingDouble(Best::score));
  }

  private OptionalDouble mean(String strategy, List<String> spaces, String column) {
    List<Double> scores =
        spaces.stream()
            .map(space -> bySpace.getOrDefault(space, Map.of()).getOrDefault(strategy, Map.of()))
            .filter(columns -> columns.containsKey(column))
            .map(columns -> columns.getOrDefault(column, 0.0))
            .toList();
    return scores.size() < spaces.size()
        ? OptionalDouble.empty()
        : scores.stream().mapToDouble(score -> score).average();
  }

  private static Map<String, Map<String, Double>> strategies(JsonNode plain) {
    var strategies = new TreeMap<String, Map<String, Double>>();
    plain.forEachEntry(
        (strategy, columns) -> {
          var scores = new TreeMap<String, Double>();
          columns.forEachEntry(
              (column, value) ->
                  value.doubleValueOpt().ifPresent(score -> scores.put(column, score)));
          strategies.put(strategy, scores);
        });
    return strategies;
  }

  private static InvalidFileException problem(Path file, String message) {
    return new InvalidFileException(
        List.of(
            FileProblem.ofFile(
                file,
                message,
                "Expected: {\"spaces\": {\"name\": {\"strategy\": {\"seconds_mc\": 0.5}}}}.")));
  }
}
