package dev.evokernel.store;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.FinalsDecision.PortfolioDecision;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON columns. Field names are part of the file format and are therefore written here, not derived
 * from records.
 */
public final class StoredJson {

  private static final JsonMapper JSON =
      JsonMapper.builder().addMixIn(OutputComparison.class, StoredComparison.class).build();

  private static final ObjectReader OBJECT =
      JSON.readerFor(new TypeReference<LinkedHashMap<String, Object>>() {});

  private static final ObjectReader NUMBERS = JSON.readerFor(new TypeReference<List<Integer>>() {});
  private static final ObjectReader SAMPLES = JSON.readerFor(double[].class);
  private static final ObjectReader ACCURACY =
      JSON.readerFor(new TypeReference<List<OutputComparison>>() {});
  private static final String EMPTY = "[]";

  private StoredJson() {}

  public static String of(Configuration configuration) {
    var plain = new LinkedHashMap<String, Object>();
    configuration.values().forEach((name, value) -> plain.put(name, value.plain()));
    return JSON.writeValueAsString(plain);
  }

  public static Configuration configuration(String json) {
    var values = new LinkedHashMap<String, Value>();
    OBJECT
        .<LinkedHashMap<String, Object>>readValue(json)
        .forEach((name, plain) -> values.put(name, Value.ofPlain(plain)));
    return new Configuration(values);
  }

  public static String of(DeviceLimits limits) {
    var plain = new LinkedHashMap<String, Long>();
    for (Limit limit : Limit.values()) {
      plain.put(limit.label(), limits.value(limit));
    }
    return JSON.writeValueAsString(plain);
  }

  public static DeviceLimits deviceLimits(String json) {
    Map<String, Long> plain =
        JSON.readValue(json, new TypeReference<LinkedHashMap<String, Long>>() {});
    var values = new EnumMap<Limit, Long>(Limit.class);
    for (Limit limit : Limit.values()) {
      values.put(limit, Objects.requireNonNull(plain.get(limit.label()), limit.label()));
    }
    return new DeviceLimits(values);
  }

  public static String ofParameters(List<Parameter> parameters) {
    var plain = new LinkedHashMap<String, Object>();
    for (Parameter parameter : parameters) {
      plain.put(parameter.name(), parameter.values().stream().map(Value::plain).toList());
    }
    return JSON.writeValueAsString(plain);
  }

  public static List<Parameter> parameters(String json) {
    return JSON
        .readValue(json, new TypeReference<LinkedHashMap<String, List<Object>>>() {})
        .entrySet()
        .stream()
        .map(
            entry ->
                new Parameter(
                    entry.getKey(), entry.getValue().stream().map(Value::ofPlain).toList()))
        .toList();
  }

  public static String of(WrittenMacros macros) {
    return JSON.writeValueAsString(macros.texts());
  }

  public static WrittenMacros macros(String json) {
    return WrittenMacros.ofTexts(
        JSON.readValue(json, new TypeReference<LinkedHashMap<String, String>>() {}));
  }

  public static String of(Shape shape) {
    return JSON.writeValueAsString(shape.plain());
  }

  public static Shape shape(String name, String json, CacheState cache) {
    var dimensions = new LinkedHashMap<String, Long>();
    var facts = new LinkedHashMap<String, Value>();
    configuration(json)
        .values()
        .forEach(
            (key, value) -> {
              if (value instanceof Value.IntegerValue(long size)) {
                dimensions.put(key, size);
              } else {
                facts.put(key, value);
              }
            });
    return new Shape(name, dimensions, facts, cache);
  }

  public static String of(List<?> list) {
    return JSON.writeValueAsString(list);
  }

  public static List<Integer> numbers(String json) {
    return json.equals(EMPTY) ? List.of() : NUMBERS.readValue(json);
  }

  public static List<String> words(String json) {
    return JSON.readTree(json).valueStream().map(JsonNode::asString).toList();
  }

  public static String of(Samples samples) {
    return JSON.writeValueAsString(samples.nanos());
  }

  /** Number of samples of each process, for example {@code {"1":20,"3":20}}. */
  public static String processes(ProcessSamples samples) {
    var counts = new LinkedHashMap<String, Integer>();
    samples.processes().forEach((number, part) -> counts.put(number.toString(), part.count()));
    return JSON.writeValueAsString(counts);
  }

  /**
   * @param processes in the form of {@link #processes}; empty in runs of one process
   */
  public static ProcessSamples byProcess(String samples, Optional<String> processes) {
    Samples all = samples(samples);
    if (processes.isEmpty()) {
      return ProcessSamples.of(all);
    }
    var parts = new TreeMap<Integer, Samples>();
    int from = 0;
    for (Map.Entry<Integer, Integer> count :
        JSON.readValue(processes.get(), new TypeReference<LinkedHashMap<Integer, Integer>>() {})
            .entrySet()) {
      int to = from + count.getValue();
      parts.put(count.getKey(), Samples.of(Arrays.copyOfRange(all.nanos(), from, to)));
      from = to;
    }
    return new ProcessSamples(parts);
  }

  public static Samples samples(String json) {
    return Samples.of(SAMPLES.<double[]>readValue(json));
  }

  public static List<OutputComparison> accuracy(String json) {
    return json.equals(EMPTY) ? List.of() : ACCURACY.readValue(json);
  }

  public static Optional<String> of(DeviceState state) {
    if (state.equals(DeviceState.UNKNOWN)) {
      return Optional.empty();
    }
    var fields = new LinkedHashMap<String, Object>();
    state.coreMegahertz().ifPresent(value -> fields.put("core_mhz", value));
    state.memoryMegahertz().ifPresent(value -> fields.put("memory_mhz", value));
    state.watts().ifPresent(value -> fields.put("watts", value));
    state.celsius().ifPresent(value -> fields.put("celsius", value));
    state.load().ifPresent(value -> fields.put("load", value));
    state.cores().ifPresent(value -> fields.put("cores", value));
    fields.put("throttles", state.throttles().stream().sorted().map(Throttle::label).toList());
    state.neighbours().ifPresent(value -> fields.put("neighbours", value));
    fields.put("shared", state.shared());
    fields.put("discarded", state.discarded());
    return Optional.of(JSON.writeValueAsString(fields));
  }

  /** State in the column {@code device_state} of a row; unknown if there is none. */
  public static DeviceState deviceState(Row row) {
    return row.optionalText("device_state")
        .map(StoredJson::deviceState)
        .orElse(DeviceState.UNKNOWN);
  }

  public static DeviceState deviceState(String json) {
    Map<String, Object> fields = OBJECT.readValue(json);
    return new DeviceState(
        number(fields, "core_mhz"),
        number(fields, "memory_mhz"),
        number(fields, "watts"),
        number(fields, "celsius"),
        number(fields, "load"),
        Optional.ofNullable((String) fields.get("cores")),
        fields.get("throttles") instanceof List<?> labels
            ? labels.stream()
                .flatMap(label -> Throttle.ofLabel(String.valueOf(label)).stream())
                .collect(Collectors.toSet())
            : Set.of(),
        fields.get("neighbours") instanceof Number number
            ? OptionalInt.of(number.intValue())
            : OptionalInt.empty(),
        Boolean.TRUE.equals(fields.get("shared")),
        fields.get("discarded") instanceof Number number ? number.intValue() : 0);
  }

  private static OptionalDouble number(Map<String, Object> fields, String name) {
    return fields.get(name) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  public static String of(Verdict verdict, List<Integer> tied) {
    return JSON.writeValueAsString(StoredVerdict.of(verdict, tied));
  }

  public static StoredVerdict verdict(String json) {
    return JSON.readValue(json, StoredVerdict.class);
  }

  public static String of(PortfolioDecision portfolio) {
    return JSON.writeValueAsString(
        new StoredPortfolio(
            portfolio.sets(),
            portfolio.chosen(),
            portfolio.dispatched(),
            StoredVerdict.of(portfolio.verdict(), List.of())));
  }

  public static PortfolioDecision portfolio(String json) {
    StoredPortfolio stored = JSON.readValue(json, StoredPortfolio.class);
    return new PortfolioDecision(
        stored.sets(), stored.chosen(), stored.dispatched(), stored.verdict().verdict());
  }

  public static String of(Objective objective) {
    var plain = new LinkedHashMap<String, Object>();
    plain.put("minimise", objective.minimise().stream().map(Metric::label).toList());
    plain.put("over", objective.over().plain());
    return JSON.writeValueAsString(plain);
  }

  public static Objective objective(String json) {
    JsonNode plain = JSON.readTree(json);
    JsonNode over = plain.get("over");
    return new Objective(
        over.isObject()
            ? weighted(over)
            : over.asString().equals("worst") ? new Over.Worst() : new Over.Geomean(),
        plain.get("minimise").valueStream().map(JsonNode::asString).map(Metric::ofLabel).toList());
  }

  private static Over weighted(JsonNode over) {
    var weights = new LinkedHashMap<String, Double>();
    over.forEachEntry((shape, weight) -> weights.put(shape, weight.asDouble()));
    return new Over.Weighted(weights);
  }

  /** Times in nanoseconds, by activity labels. */
  public static String of(TimeBudget budget) {
    return JSON.writeValueAsString(
        new StoredTimeBudget(
            nanos(budget.device()), nanos(budget.compilers()), budget.compiled(), budget.cached()));
  }

  public static TimeBudget timeBudget(String json) {
    StoredTimeBudget stored = JSON.readValue(json, StoredTimeBudget.class);
    return new TimeBudget(
        times(stored.device(), DeviceActivity.class),
        times(stored.compilers(), CompilerActivity.class),
        stored.compiled(),
        stored.cached());
  }

  private static Map<String, Long> nanos(Map<? extends Labelled, Duration> times) {
    var nanos = new LinkedHashMap<String, Long>();
    times.forEach((activity, time) -> nanos.put(activity.label(), time.toNanos()));
    return nanos;
  }

  private static <A extends Enum<A> & Labelled> Map<A, Duration> times(
      Map<String, Long> nanos, Class<A> activities) {
    var times = new EnumMap<A, Duration>(activities);
    nanos.forEach(
        (label, time) ->
            times.put(Labelled.find(activities, label).orElseThrow(), Duration.ofNanos(time)));
    return times;
  }

  private record StoredTimeBudget(
      Map<String, Long> device, Map<String, Long> compilers, long compiled, long cached) {}

  /**
   * @param decision {@code null} in runs of evo 0.2 and older, which left nothing undecided
   */
  public record StoredVerdict(
      boolean accepted,
      @Nullable Decision decision,
      List<String> reasons,
      @Nullable List<Integer> tied) {

    private static StoredVerdict of(Verdict verdict, List<Integer> tied) {
      return new StoredVerdict(verdict.accepted(), verdict.decision(), verdict.reasons(), tied);
    }

    public Verdict verdict() {
      return new Verdict(
          decision != null ? decision : accepted ? Decision.ACCEPTED : Decision.DEFAULT_STAYS,
          reasons);
    }

    public List<Integer> tiedFinalists() {
      return tied == null ? List.of() : tied;
    }
  }

  private record StoredPortfolio(
      List<PortfolioDecision.CandidateSet> sets,
      int chosen,
      Map<String, Integer> dispatched,
      StoredVerdict verdict) {}

  /** Field of a comparison that has another name in files. */
  private interface StoredComparison {

    @JsonProperty("output")
    String argument();
  }
}
