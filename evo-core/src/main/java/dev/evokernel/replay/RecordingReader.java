package dev.evokernel.replay;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.sql.JsonProblem;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads Kernel Tuner's cache files, T4 files and KTT's own files, optionally packed with gzip,
 * entry by entry.
 *
 * <p>If a configuration occurs more than once, its last entry counts.
 */
public final class RecordingReader {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Map<String, @Nullable Object> header = new LinkedHashMap<>();
  private final List<RawEntry> entries = new ArrayList<>();

  /** Entries of a T4 file, whose unit may stand behind them. */
  private final List<Fields> results = new ArrayList<>();

  private String lastEntry = "";

  /**
   * Whether the parser has reached the end of the file; if it needs more, the file is truncated.
   */
  private boolean ended;

  /** Whether the whole value was read; nothing may follow. */
  private boolean whole;

  private RecordingReader(Path file) {
    this.file = file;
  }

  /**
   * @throws InvalidFileException if the file is missing or is not a recording
   */
  public static RecordedResults read(Path file) {
    var reader = new RecordingReader(file);
    reader.scan();
    return reader.recording();
  }

  private void scan() {
    try (InputStream bytes = open();
        JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
      scan(parser);
    } catch (NoSuchFileException e) {
      throw problem(
          "there is no such file", "Check the path; a recording ends in .json or .json.gz.");
    } catch (JacksonException e) {
      if (e.getCause() instanceof ZipException damage) {
        throw damaged(damage);
      }
      if (whole) {
        throw followed();
      }
      throw isCutOff() || e.getCause() instanceof EOFException
          ? truncated()
          : problem(
              "not JSON%s: %s".formatted(afterLastEntry(), JsonProblem.of(e)),
              "A recording is a cache file of Kernel Tuner or a T4 file, .json or .json.gz.");
    } catch (ZipException e) {
      throw damaged(e);
    } catch (IOException e) {
      throw problem("cannot be read: " + e.getMessage(), "Check the path and its permissions.");
    }
  }

  private InputStream open() throws IOException {
    var bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    bytes.mark(2);
    int magic = bytes.read() << 8 | bytes.read();
    bytes.reset();
    InputStream plain = magic == GZIP_MAGIC ? new GZIPInputStream(bytes, BUFFER) : bytes;
    return new FilterInputStream(plain) {
      @Override
      public int read(byte[] into, int from, int atMost) throws IOException {
        int count = super.read(into, from, atMost);
        ended |= count < 0;
        return count;
      }
    };
  }

  private void scan(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw unknownFormat();
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      JsonToken start = parser.nextToken();
      if (key.equals("cache") && start == JsonToken.START_OBJECT) {
        scanCache(parser);
      } else if (key.equalsIgnoreCase("results") && start == JsonToken.START_ARRAY) {
        scanResults(parser, key.equals("Results"));
      } else {
        header.put(key, PlainJson.read(parser));
      }
    }
    whole = true;
    // Reads to the end, because a packed file has its checksum there.
    if (parser.nextToken() != null) {
      throw followed();
    }
  }

  private void scanCache(JsonParser parser) {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = "entry '" + Printable.text(parser.currentName()) + "'";
      parser.nextToken();
      entries.add(CacheFormat.entry(fields(name, parser)));
      lastEntry = name;
    }
  }

  private void scanResults(JsonParser parser, boolean ofKtt) {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String name = "results[" + results.size() + "]";
      Fields result = fields(name, parser);
      results.add(ofKtt ? KttFormat.t4(result) : result);
      lastEntry = name;
    }
  }

  private Fields fields(String name, JsonParser parser) {
    if (PlainJson.read(parser) instanceof Map<?, ?> map) {
      return new Fields(file, name, Fields.cast(map));
    }
    throw problem(name + " is not an object", "Correct the entry or remove it.");
  }

  private RecordedResults recording() {
    var fields = new Fields(file, "", header);
    Fields metadata =
        header.get("metadata") instanceof Map<?, ?>
            ? fields.object("metadata")
            : header.get("Metadata") instanceof Map<?, ?> ? fields.object("Metadata") : fields;
    if (!results.isEmpty()) {
      double unit =
          metadata.unit("timeunit", metadata.unit("TimeUnit", fields.unit("timeunit", 1)));
      results.forEach(result -> entries.add(T4Format.entry(result, unit)));
    }
    if (entries.isEmpty()) {
      throw unknownFormat();
    }
    var parameters = new RecordedParameters(parameterNames(), entries);
    var recorded = new LinkedHashMap<Configuration, Recorded>();
    for (RawEntry entry : entries) {
      Configuration configuration = parameters.configuration(entry);
      recorded.put(configuration, new Recorded(configuration, entry.reading(), entry.cost()));
    }
    return new RecordedResults(
        file,
        fields.text("kernel_name", RecordedResults.stem(file)),
        fields.text("device_name", metadata.text("device", metadata.text("Device", ""))).strip(),
        problem(header.get("problem_size")),
        parameters.list(),
        List.copyOf(recorded.values()));
  }

  private static List<Long> problem(@Nullable Object plain) {
    List<?> sizes =
        plain instanceof List<?> list ? list : plain == null ? List.of() : List.of(plain);
    boolean whole =
        sizes.stream().allMatch(size -> size instanceof Integer || size instanceof Long);
    return whole ? sizes.stream().map(size -> ((Number) size).longValue()).toList() : List.of();
  }

  /** Names of the parameters. T4 files do not list them; every entry names all of them. */
  private List<String> parameterNames() {
    if (header.get("tune_params_keys") instanceof List<?> keys && !keys.isEmpty()) {
      List<String> names = keys.stream().map(String::valueOf).toList();
      if (new HashSet<>(names).size() < names.size()) {
        throw problem(
            "'tune_params_keys' lists a parameter twice: " + String.join(", ", names),
            "Remove one of them.");
      }
      return names;
    }
    if (entries.getFirst().fields().entry().startsWith("results[")) {
      return entries.getFirst().values().containsKey(Configuration.VARIANT)
          ? namesOfVariants()
          : List.copyOf(entries.getFirst().values().keySet());
    }
    throw problem(
        "'tune_params_keys' is missing", "List the names of the parameters there, in order.");
  }

  /** Names of the variant's choice and of the parameters of all variants. */
  private List<String> namesOfVariants() {
    return Stream.concat(
            Stream.of(Configuration.VARIANT),
            entries.stream().flatMap(entry -> entry.values().keySet().stream()))
        .distinct()
        .toList();
  }

  private InvalidFileException unknownFormat() {
    return header.containsKey("ConfigurationSpace")
        ? problem(
            "this is a T1 file: it describes a space without measurements",
            "Replay needs a cache file of Kernel Tuner or a T4 file.")
        : problem(
            "it has neither entries under 'cache' nor under 'results'",
            "A recording is a cache file of Kernel Tuner or a T4 file, .json or .json.gz.");
  }

  private boolean isCutOff() {
    return ended && !(header.isEmpty() && entries.isEmpty() && results.isEmpty());
  }

  private InvalidFileException followed() {
    return problem(
        "something follows the end of the recording" + afterLastEntry(),
        "Keep one JSON object, or download the file again.");
  }

  private InvalidFileException damaged(ZipException e) {
    return problem(
        "the packed file is damaged%s: %s".formatted(afterLastEntry(), e.getMessage()),
        "Download it again.");
  }

  private InvalidFileException truncated() {
    return problem(
        "the file is truncated" + afterLastEntry(),
        "If Kernel Tuner has finished, replace the last comma by }}; else download the file"
            + " again.");
  }

  private String afterLastEntry() {
    return lastEntry.isEmpty() ? "" : ", after " + lastEntry;
  }

  private InvalidFileException problem(String message, String advice) {
    return Fields.problem(file, message, advice);
  }

  /** Entries of KTT's own files, whose keys are capitalised; a T4 entry says the same. */
  private static final class KttFormat {

    private static final Map<String, String> STATUS =
        Map.of(
            "Ok", "correct",
            "CompilationFailed", "compile",
            "ValidationFailed", "correctness",
            "DeviceLimitsExceeded", "constraints");

    static Fields t4(Fields fields) {
      var configuration = new LinkedHashMap<String, @Nullable Object>();
      List<?> pairs = fields.value("Configuration") instanceof List<?> list ? list : List.of();
      for (Object pair : pairs) {
        if (pair instanceof Map<?, ?> map && map.get("Name") instanceof String name) {
          configuration.put(name, map.get("Value"));
        }
      }
      var time = new LinkedHashMap<String, @Nullable Object>();
      time.put("name", "time");
      time.put("value", fields.value("TotalDuration"));
      var times = new LinkedHashMap<String, @Nullable Object>();
      times.put("runtimes", fields.value("TotalDuration"));
      times.put("framework", fields.value("TotalOverhead"));
      var entry = new LinkedHashMap<String, @Nullable Object>();
      entry.put("configuration", configuration);
      entry.put("invalidity", STATUS.getOrDefault(fields.text("Status", "Ok"), "runtime"));
      entry.put("measurements", List.of(time));
      entry.put("times", times);
      return new Fields(fields.file(), fields.entry(), entry);
    }
  }

  /**
   * Entries of T4 files, the auto-tuning community's format for results. A file without a benchmark
   * time has its raw times instead.
   */
  private static final class T4Format {

    /**
     * @param unit milliseconds of the file's unit of time
     */
    static RawEntry entry(Fields fields, double unit) {
      Fields times = fields.object("times");
      var cost =
          new Cost(
              unit * times.millis(times.has("compilation") ? "compilation" : "compilation_time"),
              unit * times.millis("validation"),
              unit * times.millis(times.has("benchmark") ? "benchmark" : "runtimes"),
              unit * (times.millis("framework") + times.millis("search_algorithm")));
      return new RawEntry(fields.object("configuration"), reading(fields, times, unit), cost);
    }

    private static Reading reading(Fields fields, Fields times, double unit) {
      String invalidity = fields.text("invalidity", "correct");
      List<Fields> measurements = measurements(fields);
      Optional<Fields> objective = objective(fields, measurements);
      @Nullable Object time = objective.map(measured -> measured.value("value")).orElse(null);
      if (!invalidity.equals("correct")) {
        return Failure.of(invalidity, time);
      }
      if (time instanceof String text) {
        time = Fields.number(text).orElse(null);
      }
      if (!(time instanceof Number number)) {
        throw fields.problem(
            "the entry is 'correct', but 'measurements' has no time"
                + (measurements.isEmpty()
                    ? ""
                    : ", only "
                        + measurements.stream()
                            .map(measured -> "'" + measured.text("name", "") + "'")
                            .collect(Collectors.joining(", "))),
            "Add a measurement named 'time', or name the one that is a time under 'objectives' and"
                + " give its 'unit'.");
      }
      double own = objective.orElseThrow().unit("unit", unit);
      return Fields.isTime(number.doubleValue())
          ? CacheFormat.timed(
              fields,
              number.doubleValue(),
              own,
              isOneShape(measurements) ? times.value("runtimes") : null,
              unit)
          : Failure.of(time);
    }

    /** The measurement named 'time', or else the first objective that is a time. */
    private static Optional<Fields> objective(Fields fields, List<Fields> measurements) {
      List<?> names = fields.value("objectives") instanceof List<?> list ? list : List.of();
      return Stream.concat(Stream.of("time"), names.stream())
          .flatMap(
              name ->
                  measurements.stream()
                      .filter(measured -> measured.text("name", "").equals(name))
                      .filter(Fields::isOfTime))
          .findFirst();
    }

    /**
     * Whether the raw times belong to one shape; those of several shapes follow each other and have
     * no common median.
     */
    private static boolean isOneShape(List<Fields> measurements) {
      return measurements.stream()
              .filter(measured -> measured.text("name", "").startsWith("p50:"))
              .count()
          <= 1;
    }

    private static List<Fields> measurements(Fields fields) {
      return fields.value("measurements") instanceof List<?> list
          ? list.stream()
              .filter(Map.class::isInstance)
              .map(
                  plain ->
                      new Fields(fields.file(), fields.entry(), Fields.cast((Map<?, ?>) plain)))
              .toList()
          : List.of();
    }
  }
}
