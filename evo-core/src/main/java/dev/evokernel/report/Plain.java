package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.Wilson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Conversion of values to maps, lists and numbers, for JSON. A record has a field for each
 * component, named in snake case unless Jackson's annotations name it otherwise; constants are in
 * lower case, durations in seconds.
 */
public final class Plain {

  private static final TypeReference<SequencedMap<String, @Nullable Object>> FIELDS =
      new TypeReference<>() {};

  private static final JsonMapper RECORDS =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .addModule(
              new SimpleModule("report")
                  .addSerializer(Configuration.class, as(Plain::of))
                  .addSerializer(RatioEstimate.class, as(Plain::of))
                  .addSerializer(Wilson.class, as(Plain::of))
                  .addSerializer(Duration.class, as(time -> time.toMillis() / 1000.0)))
          .build();

  private Plain() {}

  public static Map<String, Object> of(Wilson counted) {
    var plain = new LinkedHashMap<String, Object>();
    plain.put("hits", counted.hits());
    plain.put("of", counted.trials());
    plain.put("low", counted.low());
    plain.put("high", counted.high());
    return plain;
  }

  /** A ratio and its interval: the ratio, the lower end, the upper end. */
  public static List<Double> of(RatioEstimate estimate) {
    return List.of(estimate.ratio(), estimate.low(), estimate.high());
  }

  /** Values by parameter name. */
  public static SequencedMap<String, Object> of(Configuration configuration) {
    var plain = new LinkedHashMap<String, Object>();
    configuration.values().forEach((name, value) -> plain.put(name, value.plain()));
    return plain;
  }

  private static <T> ValueSerializer<T> as(Function<T, Object> plain) {
    return new ValueSerializer<>() {
      @Override
      public void serialize(T value, JsonGenerator json, SerializationContext context) {
        json.writePOJO(plain.apply(value));
      }
    };
  }

  /** Fields of one record. */
  public static Data.Fields fields(Object record) {
    return new Data.Fields(RECORDS.convertValue(record, FIELDS));
  }
}
