package dev.evokernel.replay;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a recording, with the types of their values.
 *
 * <p>Files have no types. A parameter whose values are all numbers, or texts that spell numbers, is
 * an integer, or a real if any has a fraction. A parameter whose values are all booleans is a
 * boolean. A mixture is text.
 */
final class RecordedParameters {

  private static final Comparator<Value> ASCENDING =
      Comparator.comparingDouble(value -> ((Number) value.plain()).doubleValue());

  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Map<Object, Value>> values = new ArrayList<>();

  RecordedParameters(List<String> names, List<RecordedEntry> entries) {
    for (String name : names) {
      var found = new LinkedHashSet<Object>();
      entries.stream()
          .filter(entry -> !isAbsent(entry, name))
          .forEach(entry -> found.add(required(entry, name)));
      Map<Object, Value> typed = typed(found);
      List<Value> ordered = new ArrayList<>(new LinkedHashSet<>(typed.values()));
      if (ordered.getFirst().type().isNumber()) {
        ordered.sort(ASCENDING);
      }
      parameters.add(new Parameter(name, ordered));
      values.add(typed);
    }
  }

  List<Parameter> list() {
    return parameters;
  }

  Configuration configuration(RecordedEntry entry) {
    var configuration = new LinkedHashMap<String, Value>();
    for (int p = 0; p < parameters.size(); p++) {
      String name = parameters.get(p).name();
      if (!isAbsent(entry, name)) {
        Value value = values.get(p).get(required(entry, name));
        configuration.put(name, Objects.requireNonNull(value));
      }
    }
    return new Configuration(configuration);
  }

  /**
   * Whether an entry of a variant lacks a parameter; such entries have the parameters of their
   * variant only.
   */
  private static boolean isAbsent(RecordedEntry entry, String name) {
    return entry.values().get(Configuration.VARIANT) != null && entry.values().get(name) == null;
  }

  private static Object required(RecordedEntry entry, String name) {
    @Nullable Object plain = entry.values().get(name);
    if (plain instanceof Boolean || plain instanceof String) {
      return plain;
    }
    if (plain instanceof Number number && Double.isFinite(number.doubleValue())) {
      return number;
    }
    throw entry
        .fields()
        .problem(
            "the parameter '%s' is %s"
                .formatted(name, plain == null ? "missing" : "not a value: " + plain),
            "Every entry needs a value for every parameter. Complete the entry or remove it.");
  }

  private static Map<Object, Value> typed(Set<Object> plain) {
    var typed = new LinkedHashMap<Object, Value>();
    var numeric = new LinkedHashMap<Object, Number>();
    for (Object value : plain) {
      Optional<Number> number =
          value instanceof String text
              ? Fields.number(text)
              : Optional.of(value).filter(Number.class::isInstance).map(Number.class::cast);
      number.ifPresent(found -> numeric.put(value, found));
    }
    boolean numbers = numeric.size() == plain.size();
    boolean whole = numbers && numeric.values().stream().allMatch(RecordedParameters::isWhole);
    boolean uniform = plain.stream().map(Object::getClass).distinct().count() == 1;
    for (Object value : plain) {
      Number number = numeric.get(value);
      if (numbers && number != null) {
        typed.put(value, whole ? Value.of(number.longValue()) : Value.of(number.doubleValue()));
      } else {
        typed.put(value, uniform ? Value.ofPlain(value) : Value.of(value.toString()));
      }
    }
    return typed;
  }

  private static boolean isWhole(Number number) {
    double value = number.doubleValue();
    return value == Math.rint(value) && Math.abs(value) < 1L << 53;
  }
}
