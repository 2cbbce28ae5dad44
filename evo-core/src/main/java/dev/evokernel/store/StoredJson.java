package dev.evokernel.store;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.outcome.Comparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The columns that hold JSON. Field names are part of the file's format: they are given here, not
 * taken from records.
 */
final class StoredJson {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<LinkedHashMap<String, Object>> OBJECT =
      new TypeReference<>() {};

  private StoredJson() {}

  static String of(Configuration configuration) {
    var plain = new LinkedHashMap<String, Object>();
    configuration.values().forEach((name, value) -> plain.put(name, value.plain()));
    return JSON.writeValueAsString(plain);
  }

  static Configuration configuration(String json) {
    var values = new LinkedHashMap<String, Value>();
    JSON.readValue(json, OBJECT).forEach((name, plain) -> values.put(name, Value.ofPlain(plain)));
    return new Configuration(values);
  }

  static String ofParameters(List<Parameter> parameters) {
    var plain = new LinkedHashMap<String, Object>();
    for (Parameter parameter : parameters) {
      plain.put(parameter.name(), parameter.values().stream().map(Value::plain).toList());
    }
    return JSON.writeValueAsString(plain);
  }

  static List<Parameter> parameters(String json) {
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

  static String ofDimensions(Map<String, Long> dimensions) {
    return JSON.writeValueAsString(dimensions);
  }

  static Map<String, Long> dimensions(String json) {
    return JSON.readValue(json, new TypeReference<LinkedHashMap<String, Long>>() {});
  }

  static String of(Samples samples) {
    return JSON.writeValueAsString(samples.nanos());
  }

  static Samples samples(String json) {
    return Samples.of(JSON.readValue(json, double[].class));
  }

  static String ofAccuracy(List<Comparison> accuracy) {
    return JSON.writeValueAsString(accuracy.stream().map(StoredJson::plain).toList());
  }

  static List<Comparison> accuracy(String json) {
    return JSON.readValue(json, new TypeReference<List<StoredComparison>>() {}).stream()
        .map(StoredComparison::comparison)
        .toList();
  }

  static String of(Verdict verdict, List<Integer> tied) {
    return JSON.writeValueAsString(new StoredVerdict(verdict.accepted(), verdict.reasons(), tied));
  }

  static StoredVerdict verdict(String json) {
    return JSON.readValue(json, StoredVerdict.class);
  }

  record StoredVerdict(boolean accepted, List<String> reasons, List<Integer> tied) {}

  private record StoredComparison(
      String output,
      long elements,
      long wrong,
      long notFinite,
      long worstIndex,
      double actual,
      double expected,
      double excess) {
    Comparison comparison() {
      return new Comparison(
          output, elements, wrong, notFinite, worstIndex, actual, expected, excess);
    }
  }

  private static StoredComparison plain(Comparison comparison) {
    return new StoredComparison(
        comparison.argument(),
        comparison.elements(),
        comparison.wrong(),
        comparison.notFinite(),
        comparison.worstIndex(),
        comparison.actual(),
        comparison.expected(),
        comparison.excess());
  }
}
