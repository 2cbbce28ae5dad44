package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.Prior;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.stats.Metric;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.JsonProblem;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredJson;
import dev.evokernel.store.Workload;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** File of priors of one kernel: of what a run knew when it began, or of what it measured. */
public record PriorFile(String kernel, String backend, List<Prior> priors) {

  /** Folder of the priors that ship with a kernel, in the kernel's. */
  public static final String SHIPPED = "priors";

  private static final int SCHEMA = 1;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Significant digits of a time; its rank needs no more. */
  private static final MathContext DIGITS = new MathContext(5);

  private record Content(int schema, String kernel, String backend, List<Source> priors) {}

  private record Source(
      String source,
      List<String> shapes,
      List<Map<String, Object>> sizes,
      List<String> parameters,
      List<List<@Nullable Object>> timed) {

    static Source of(Prior prior) {
      List<String> names =
          prior.timed().stream()
              .flatMap(timed -> timed.configuration().values().keySet().stream())
              .distinct()
              .toList();
      return new Source(
          prior.source(),
          prior.shapes().stream().map(shape -> shape.name()).toList(),
          prior.shapes().stream().map(shape -> (Map<String, Object>) shape.plain()).toList(),
          names,
          prior.timed().stream().map(timed -> row(names, timed)).toList());
    }

    private static List<@Nullable Object> row(List<String> names, Timed timed) {
      var row = new ArrayList<@Nullable Object>();
      for (String name : names) {
        Value value = timed.configuration().values().get(name);
        row.add(value == null ? null : value.plain());
      }
      for (double time : timed.times()) {
        row.add(Double.isNaN(time) ? null : new BigDecimal(time).round(DIGITS).doubleValue());
      }
      return row;
    }

    Prior prior() {
      List<Timed> all = timed.stream().map(row -> timed(row)).toList();
      return new Prior(
          source,
          IntStream.range(0, shapes.size())
              .mapToObj(
                  i ->
                      StoredJson.shape(
                          shapes.get(i), JSON.writeValueAsString(sizes.get(i)), CacheState.HOT))
              .toList(),
          all);
    }

    private Timed timed(List<@Nullable Object> row) {
      int times = Math.max(1, shapes.size());
      if (row.size() != parameters.size() + times) {
        throw new IllegalArgumentException(
            "a row of '%s' has %d numbers instead of %d: %s"
                .formatted(source, row.size(), parameters.size() + times, row));
      }
      var values = new LinkedHashMap<String, Value>();
      for (int i = 0; i < parameters.size(); i++) {
        if (row.get(i) != null) {
          values.put(parameters.get(i), Value.ofPlain(row.get(i)));
        }
      }
      return new Timed(
          new Configuration(values),
          row.subList(parameters.size(), row.size()).stream()
              .mapToDouble(time -> time == null ? Double.NaN : ((Number) time).doubleValue())
              .toArray());
    }
  }

  public String text() {
    return JSON.writeValueAsString(
        new Content(SCHEMA, kernel, backend, priors.stream().map(Source::of).toList()));
  }

  /** Times of a run's candidates on each shape; those excluded later count for nothing. */
  public static Prior measured(RunHistory history) {
    List<Shape> shapes = history.run().subject().workloads().stream().map(Workload::shape).toList();
    List<Timed> timed =
        history.eligible().stream()
            .filter(candidate -> !candidate.configuration().isByShape()) // No point of the space.
            .map(candidate -> times(candidate, shapes))
            .toList();
    return new Prior(
        "run %s on %s".formatted(history.run().id(), history.run().provenance().device().model()),
        shapes,
        timed);
  }

  private static Timed times(Candidate candidate, List<Shape> shapes) {
    Map<String, Double> known = candidate.evaluation().orElseThrow().values(Metric.TIME);
    return new Timed(
        candidate.configuration(),
        shapes.stream()
            .mapToDouble(shape -> known.getOrDefault(shape.name(), Double.NaN))
            .toArray());
  }

  /** Reads what a run knew when it began; empty for nothing. */
  public static List<Prior> known(Path folder) {
    Path file = folder.resolve(Prior.FILE);
    return Files.exists(file) ? read(file).priors() : List.of();
  }

  /**
   * @throws UnusableSuggestionsException if the file is missing, damaged, or of another version
   */
  public static PriorFile read(Path file) {
    String again = "Write it again: evo export RUN --as prior";
    try {
      Content content = JSON.readValue(Files.readString(file), Content.class);
      if (content.schema() != SCHEMA) {
        throw new IllegalArgumentException(
            "'schema' is %d, but this evo reads %d".formatted(content.schema(), SCHEMA));
      }
      return new PriorFile(
          content.kernel(),
          content.backend(),
          content.priors().stream().map(Source::prior).toList());
    } catch (NoSuchFileException e) {
      throw new UnusableSuggestionsException("no file " + file, again + " FILE");
    } catch (IOException e) {
      throw new UnusableSuggestionsException(
          "cannot read " + file + ": " + e, "Check its permissions.");
    } catch (JacksonException e) {
      throw new UnusableSuggestionsException(file + " is no prior: " + JsonProblem.of(e), again);
    } catch (RuntimeException e) {
      throw new UnusableSuggestionsException(file + " is no prior: " + e.getMessage(), again);
    }
  }
}
