package dev.evokernel.config;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.seeding.UnusableSuggestionsException;
import dev.evokernel.store.JsonProblem;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Contents of {@code micro_best.json}: the configurations that a microbenchmark ranked best.
 *
 * @param correlation correlation of the ranking with measured times; empty if not validated
 * @param ranking score of every timed configuration; empty in older files
 */
public record MicroBest(
    String kernel,
    String backend,
    String device,
    Optional<Correlation> correlation,
    List<Configuration> best,
    List<Timed> ranking) {

  public static final String FILE_NAME = "micro_best.json";
  private static final int SCHEMA = 1;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final JsonFactory TOKENS = JsonFactory.builder().build();

  /**
   * Spearman's rho between the ranking and measured times, with its confidence interval.
   *
   * @param low the lower end; the ranking is useless unless positive
   */
  public record Correlation(double rho, double low, double high) {

    public boolean isUseless() {
      return !(low > 0);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "rho %.2f (%.2f to %.2f)", rho, low, high);
    }
  }

  /** Returns whether a JSON file is an object with this key; false if unreadable. */
  static boolean hasKey(Path file, String key) {
    try (JsonParser parser =
        TOKENS.createParser(ObjectReadContext.empty(), Files.newInputStream(file))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        if (parser.currentName().equals(key)) {
          return true;
        }
        parser.nextToken();
        parser.skipChildren();
      }
      return false;
    } catch (IOException | JacksonException e) {
      return false; // The reader of the other format reports the error.
    }
  }

  /**
   * @throws UnusableSuggestionsException if the file does not exist or is no {@code
   *     micro_best.json}
   */
  public static MicroBest read(Path file) {
    try {
      return new Fields(file, JSON.readTree(Files.readString(file))).all();
    } catch (NoSuchFileException e) {
      throw new UnusableSuggestionsException(
          "no file " + file, "Write it with 'evo microbench KERNEL', or remove the key.");
    } catch (IOException e) {
      throw new UnusableSuggestionsException(
          "cannot read " + file + ": " + e, "Check its permissions.");
    } catch (JacksonException e) {
      throw new UnusableSuggestionsException(
          file + " is not valid JSON: " + JsonProblem.of(e),
          "Write it again: evo microbench KERNEL");
    }
  }

  private record Fields(Path file, JsonNode root) {

    MicroBest all() {
      int schema = root.path("schema").asInt(-1);
      if (schema != SCHEMA) {
        throw wrong(
            "'schema' is %s, but this evo reads %d"
                .formatted(root.has("schema") ? root.get("schema") : "missing", SCHEMA));
      }
      return new MicroBest(
          text("kernel"),
          text("backend"),
          root.path("device").path("name").asString(""),
          correlation(root.path("correlation")),
          configurations("best").stream().map(Timed::configuration).toList(),
          root.has("ranking") ? configurations("ranking") : List.of());
    }

    private String text(String key) {
      JsonNode value = root.path(key);
      if (!value.isString() || value.asString().isBlank()) {
        throw wrong("'" + key + "' is " + (value.isMissingNode() ? "missing" : "not a text"));
      }
      return value.asString();
    }

    private Optional<Correlation> correlation(JsonNode node) {
      if (!node.isObject()) {
        return Optional.empty();
      }
      return Optional.of(
          new Correlation(number(node, "rho"), number(node, "low"), number(node, "high")));
    }

    private double number(JsonNode node, String key) {
      if (!node.path(key).isNumber()) {
        throw wrong("'correlation." + key + "' is not a number");
      }
      return node.get(key).asDouble();
    }

    private List<Timed> configurations(String key) {
      JsonNode list = root.path(key);
      if (!list.isArray() || list.isEmpty()) {
        throw wrong("'" + key + "' lists no configuration");
      }
      var all = new ArrayList<Timed>();
      for (JsonNode entry : list) {
        JsonNode configuration = entry.path("configuration");
        if (!configuration.isObject() || configuration.isEmpty()) {
          throw wrong("'%s[%d].configuration' has no parameters".formatted(key, all.size()));
        }
        var values = new LinkedHashMap<String, Value>();
        configuration.forEachEntry((name, value) -> values.put(name, value(name, value)));
        double score = entry.path("score").asDouble(Double.NaN);
        all.add(new Timed(new Configuration(values), score));
      }
      return all;
    }

    private Value value(String name, JsonNode node) {
      if (!node.isBoolean() && !node.isNumber() && !node.isString()) {
        throw wrong("the value of '" + name + "' is not a number, boolean or word");
      }
      return node.isIntegralNumber() && !node.canConvertToLong()
          ? Value.of(node.asDouble())
          : Value.ofPlain(JSON.treeToValue(node, Object.class));
    }

    private UnusableSuggestionsException wrong(String what) {
      return new UnusableSuggestionsException(
          file + " is not a usable " + FILE_NAME + ": " + what,
          "Write it again: evo microbench KERNEL");
    }
  }
}
