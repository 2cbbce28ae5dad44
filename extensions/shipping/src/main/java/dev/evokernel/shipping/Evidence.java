package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.Data;
import dev.evokernel.report.Plain;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code NAME.evidence.json} beside a file: times, intervals, versions.
 *
 * @param path of the file of which it is the evidence
 * @param format as {@code --as} names it
 */
record Evidence(Path path, String format, AcceptedBuckets accepted) {

  private static final String FORMAT = "evo evidence";
  private static final int VERSION = 1;
  private static final String SUFFIX = ".evidence.json";
  private static final Data.Columns<Bucket> BUCKET =
      new Data.Columns<Bucket>()
          .add("shape", bucket -> bucket.shape().name())
          .add("dimensions", bucket -> bucket.shape().dimensions())
          .add("facts", bucket -> bucket.shape().plainFacts())
          .add("cache", bucket -> bucket.shape().cache().label())
          .add("origin", Bucket::origin)
          .add("configuration", bucket -> Plain.of(bucket.configuration()))
          .add("default_p50_ns", bucket -> bucket.times().defaultP50())
          .add("p50_ns", bucket -> bucket.times().p50())
          .add("p90_ns", bucket -> bucket.times().p90())
          .add("samples", bucket -> bucket.times().samples())
          .add("speedup", bucket -> bucket.times().speedUp())
          .add("low", bucket -> bucket.times().low())
          .add("high", bucket -> bucket.times().high())
          .add("processes", bucket -> bucket.times().processes())
          .add("same_bits_as_default", Bucket::sameBits);

  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  static String name(String file) {
    return file.endsWith(SUFFIX) ? file : file.replaceFirst("\\.(json|py|txt)$", "") + SUFFIX;
  }

  static String text(AcceptedBuckets accepted, String format, ResultFile.Written file) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    json.put("file", file.name());
    json.put("as", format);
    json.put("sha256", Sha256.of(file.text().getBytes(StandardCharsets.UTF_8)));
    json.put("kernel", accepted.kernel().name());
    json.put("folder", accepted.kernel().folder());
    json.put("backend", accepted.kernel().backend());
    json.put("default", Plain.of(accepted.kernel().theDefault()));
    json.put("measured_with", Plain.fields(accepted.with()).fields());
    json.put("verdict", accepted.verdict());
    json.put("buckets", BUCKET.objects(file.buckets()));
    json.put("left_out", accepted.leftOut());
    json.put("tied", accepted.tied().stream().map(Plain::of).toList());
    return ResultFile.json(json);
  }

  /**
   * Reads the evidence of a file.
   *
   * @param file that evo wrote, or its evidence
   * @throws BadInputException if there is none, it cannot be read, or the file has changed since
   */
  static Evidence read(Path file) {
    Path evidence = file.resolveSibling(name(file.getFileName().toString()));
    try {
      JsonNode json = JSON.readTree(Files.readString(evidence));
      if (!json.path("format").asString("").equals(FORMAT)
          || json.path("version").asInt(0) != VERSION) {
        throw new BadInputException(
            "%s is no evidence of this version of evo. Export again: evo export", evidence);
      }
      Path written = file.resolveSibling(json.path("file").asString());
      if (!Sha256.of(written).equals(json.path("sha256").asString())) {
        throw new BadInputException(
            "%s was changed after evo wrote it: its digest is not that in %s. Restore it, or export again: evo export",
            written, evidence);
      }
      return new Evidence(written, json.path("as").asString(), accepted(json));
    } catch (NoSuchFileException e) {
      throw new BadInputException(
          "%s does not exist. A file of evo export --as lies beside its evidence; keep both together.",
          e.getFile());
    } catch (IOException | JacksonException | NoSuchElementException e) {
      throw new BadInputException(
          "%s cannot be read: %s", evidence, String.valueOf(e.getMessage()));
    }
  }

  private static AcceptedBuckets accepted(JsonNode json) {
    var leftOut = new LinkedHashMap<String, String>();
    json.path("left_out").forEachEntry((shape, why) -> leftOut.put(shape, why.asString()));
    return new AcceptedBuckets(
        new AcceptedBuckets.TunedKernel(
            json.path("kernel").asString(),
            json.path("folder").asString(),
            json.path("backend").asString(),
            configuration(json.path("default"))),
        JSON.treeToValue(json.path("measured_with"), AcceptedBuckets.MeasuredWith.class),
        json.path("verdict").valueStream().map(JsonNode::asString).toList(),
        json.path("buckets").valueStream().map(Evidence::bucket).toList(),
        leftOut,
        json.path("tied").valueStream().map(Evidence::configuration).toList());
  }

  private static Bucket bucket(JsonNode json) {
    var dimensions = new LinkedHashMap<String, Long>();
    json.path("dimensions").forEachEntry((name, size) -> dimensions.put(name, size.asLong()));
    return new Bucket(
        new Shape(
            json.path("shape").asString(),
            dimensions,
            values(json.path("facts")),
            CacheState.ofLabel(json.path("cache").asString()).orElseThrow()),
        configuration(json.path("configuration")),
        json.path("origin").asString(),
        new Bucket.Times(
            json.path("default_p50_ns").asDouble(),
            json.path("p50_ns").asDouble(),
            json.path("p90_ns").asDouble(),
            json.path("samples").asInt(),
            json.path("speedup").asDouble(),
            json.path("low").asDouble(),
            json.path("high").asDouble(),
            json.path("processes").asInt()),
        json.path("same_bits_as_default").isBoolean()
            ? Optional.of(json.path("same_bits_as_default").asBoolean())
            : Optional.empty());
  }

  private static Configuration configuration(JsonNode json) {
    return new Configuration(values(json));
  }

  private static Map<String, Value> values(JsonNode json) {
    var values = new LinkedHashMap<String, Value>();
    json.forEachEntry(
        (name, value) -> values.put(name, Value.ofPlain(JSON.treeToValue(value, Object.class))));
    return values;
  }
}
