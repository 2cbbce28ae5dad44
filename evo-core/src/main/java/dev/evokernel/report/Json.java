package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.stats.Wilson;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON with its keys in the order in which they were put. */
public final class Json {

  private static final JsonMapper INDENTED =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final JsonMapper COMPACT = JsonMapper.builder().build();

  private Json() {}

  public static String indented(Object plain) {
    return INDENTED.writeValueAsString(plain) + "\n";
  }

  public static String compact(Object plain) {
    return COMPACT.writeValueAsString(plain);
  }

  /** A counted share with its interval. */
  public static Map<String, Object> plain(Wilson counted) {
    var plain = new LinkedHashMap<String, Object>();
    plain.put("hits", counted.hits());
    plain.put("of", counted.trials());
    plain.put("low", counted.low());
    plain.put("high", counted.high());
    return plain;
  }

  public static Map<String, Object> plain(Configuration configuration) {
    var plain = new LinkedHashMap<String, Object>();
    configuration.values().forEach((name, value) -> plain.put(name, value.plain()));
    return plain;
  }
}
