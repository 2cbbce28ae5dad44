package dev.evokernel.bench.score;

import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.store.JsonProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Scores that others reached, as a file has them.
 *
 * @param bySpace space → strategy → column → score
 */
public record Peers(Map<String, Map<String, Map<String, Double>>> bySpace) {

  /** No peers at all. */
  public static final Peers NONE = new Peers(Map.of());

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The best of them. */
  public record Best(String strategy, double score) {}

  public Peers {
    bySpace = Map.copyOf(bySpace);
  }

  /**
   * Reads {@code {"spaces": {"<space>": {"<strategy>": {"seconds_mc": 0.5, "evals": 0.4}}}}}.
   *
   * @throws InvalidFileException if it is not there or says something else
   */
  public static Peers read(Path file) {
    try {
      if (JSON.readValue(Files.readString(file), Map.class).get("spaces")
          instanceof Map<?, ?> spaces) {
        var bySpace = new LinkedHashMap<String, Map<String, Map<String, Double>>>();
        spaces.forEach((name, strategies) -> bySpace.put(name.toString(), strategies(strategies)));
        return new Peers(bySpace);
      }
      throw problem(file, "it has no 'spaces'");
    } catch (IOException e) {
      throw problem(file, "it cannot be read: " + e.getMessage());
    } catch (JacksonException e) {
      throw problem(file, "this is no JSON object: " + JsonProblem.of(e));
    }
  }

  /**
   * The best mean over some spaces of those who have a score on every one of them.
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

  private static Map<String, Map<String, Double>> strategies(Object plain) {
    var strategies = new TreeMap<String, Map<String, Double>>();
    if (plain instanceof Map<?, ?> map) {
      map.forEach((name, columns) -> strategies.put(name.toString(), columns(columns)));
    }
    return strategies;
  }

  private static Map<String, Double> columns(Object plain) {
    var columns = new TreeMap<String, Double>();
    if (plain instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value instanceof Number number) {
              columns.put(name.toString(), number.doubleValue());
            }
          });
    }
    return columns;
  }

  private static InvalidFileException problem(Path file, String message) {
    return new InvalidFileException(
        List.of(
            FileProblem.ofFile(
                file,
                message,
                "Expected is {\"spaces\": {\"name\": {\"strategy\": {\"seconds_mc\": 0.5}}}}.")));
  }
}
