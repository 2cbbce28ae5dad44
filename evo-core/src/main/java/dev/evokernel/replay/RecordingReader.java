package dev.evokernel.replay;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.JsonProblem;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
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
  private final List<RecordedEntry> entries = new ArrayList<>();

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
        header.put(key, plain(parser));
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
      entries.add(RecordedEntry.ofCache(fields(name, parser)));
      lastEntry = name;
    }
  }

  private void scanResults(JsonParser parser, boolean ofKtt) {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String name = "results[" + results.size() + "]";
      Fields result = fields(name, parser);
      results.add(ofKtt ? RecordedEntry.t4OfKtt(result) : result);
      lastEntry = name;
    }
  }

  /**
   * Reads the value at the parser's current token as plain Java: maps, lists, numbers, booleans,
   * texts and null. Control characters of terminals are removed from texts. Afterwards the value's
   * last token is current.
   */
  private static @Nullable Object plain(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> Printable.text(parser.getString());
      case VALUE_NULL -> null;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("Unexpected token " + parser.currentToken() + ".");
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = Printable.text(parser.currentName());
      if (object.containsKey(name)) {
        throw new StreamReadException(parser, "duplicate name '" + name + "'");
      }
      parser.nextToken();
      object.put(name, plain(parser));
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser parser) {
    var array = new ArrayList<@Nullable Object>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(plain(parser));
    }
    return array;
  }

  private Fields fields(String name, JsonParser parser) {
    if (plain(parser) instanceof Map<?, ?> map) {
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
      results.forEach(result -> entries.add(RecordedEntry.ofT4(result, unit)));
    }
    if (entries.isEmpty()) {
      throw unknownFormat();
    }
    var parameters = new RecordedParameters(parameterNames(), entries);
    var recorded = new LinkedHashMap<Configuration, Recorded>();
    for (RecordedEntry entry : entries) {
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
}
