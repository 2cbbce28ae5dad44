package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;

/**
 * Configuration: a value for each parameter, in the order of {@code kernel.yaml}. Equality ignores
 * the order.
 */
public record Configuration(Map<String, Value> values) {

  /** Reserved name under which a configuration stores its variant. */
  public static final String VARIANT = "variant";

  /** Reserved name under which a default that depends on the shape stores its rule as text. */
  public static final String BY_SHAPE = "by_shape";

  public Configuration {
    values = ParameterValues.copyOf(values);
  }

  public Value value(String parameter) {
    Value value = values.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException(
          "No parameter '" + parameter + "' in " + values.keySet() + ".");
    }
    return value;
  }

  /** Value of a parameter; empty if the chosen variant has no such parameter. */
  public Optional<Value> find(String parameter) {
    return Optional.ofNullable(values.get(parameter));
  }

  /** Chosen variant; empty if the kernel has no variants. */
  public Optional<String> variant() {
    return Optional.ofNullable(values.get(VARIANT)).map(Value::toString);
  }

  /** Returns the values alone, without the choice of a variant and a rule by shape. */
  public Configuration withoutVariant() {
    return without(VARIANT).without(BY_SHAPE);
  }

  /** Whether this is a default whose values depend on the shape. */
  public boolean isByShape() {
    return values.containsKey(BY_SHAPE);
  }

  /** Returns the configuration of the space, with the same values on every shape. */
  public Configuration plain() {
    return without(BY_SHAPE);
  }

  /**
   * Returns a default whose values depend on the shape: an expression over dimensions and facts for
   * each parameter. The configuration has them as text, for example {@code TILE_M = M <= 16 ? 16 :
   * 64; WARPS = 2}, so that a store, a report or a package needs no kernel to read them.
   */
  public Configuration byShape(SequencedMap<String, String> expressions) {
    var all = new LinkedHashMap<>(values);
    all.put(
        BY_SHAPE,
        Value.of(
            expressions.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + entry.getValue())
                .collect(Collectors.joining("; "))));
    return new Configuration(all);
  }

  /** Returns the expressions of {@link #byShape}; none where the values do not depend on it. */
  public SequencedMap<String, String> shapeExpressions() {
    var expressions = new LinkedHashMap<String, String>();
    if (isByShape()) {
      for (String each : value(BY_SHAPE).toString().split("; ", -1)) {
        String[] sides = each.split(" = ", 2);
        expressions.put(sides[0], sides[1]);
      }
    }
    return expressions;
  }

  /** Values of the expressions on a shape; an expression without a value is left out. */
  public Map<String, Value> shapeValues(Shape shape) {
    return WrittenMacros.evaluated(shapeExpressions(), shape, new Configuration(Map.of())).values();
  }

  /** Returns what the configuration is on a shape: itself, unless it depends on the shape. */
  public Configuration on(Shape shape) {
    if (!isByShape()) {
      return this;
    }
    var own = new LinkedHashMap<>(plain().values());
    own.putAll(shapeValues(shape));
    return new Configuration(own);
  }

  /** Returns the configuration of a part of a binary, whose macros have all parameters. */
  public Configuration of(Configuration macros) {
    if (!isByShape()) {
      return this;
    }
    var own = new LinkedHashMap<>(plain().values());
    own.replaceAll((name, value) -> macros.values.getOrDefault(name, value));
    return new Configuration(own);
  }

  private Configuration without(String name) {
    if (!values.containsKey(name)) {
      return this;
    }
    var others = new LinkedHashMap<>(values);
    others.remove(name);
    return new Configuration(others);
  }

  /** Returns a configuration of a variant, whose name stands first. */
  public static Configuration of(String variant, Configuration macros) {
    var values = new LinkedHashMap<String, Value>();
    values.put(VARIANT, Value.of(variant));
    values.putAll(macros.values);
    return new Configuration(values);
  }

  public Configuration with(String parameter, Value value) {
    value(parameter);
    var changed = new LinkedHashMap<>(values);
    changed.put(parameter, value);
    changed.remove(BY_SHAPE);
    return new Configuration(changed);
  }

  /** Adds the macros of a shape, whose names differ from the parameters. */
  public Configuration and(Configuration macros) {
    if (macros.values.isEmpty()) {
      return this;
    }
    var all = new LinkedHashMap<>(values);
    all.putAll(macros.values);
    return new Configuration(all);
  }

  /** Values as numbers, booleans and strings of Java. */
  public Map<String, Object> plainValues() {
    var plain = new LinkedHashMap<String, Object>();
    values.forEach((name, value) -> plain.put(name, value.plain()));
    return plain;
  }

  /** Compiler flags such as {@code -DTILE_M=64 -DPACK=1}. */
  public String flags() {
    return values.entrySet().stream()
        .map(entry -> "-D" + entry.getKey() + "=" + entry.getValue().macro())
        .collect(Collectors.joining(" "));
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }

  /** Twelve hexadecimal digits that name the configuration in files and caches. */
  public String fingerprint() {
    String text =
        values.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> entry.getKey() + "=" + entry.getValue().type() + ":" + entry.getValue())
            .collect(Collectors.joining("\n"));
    byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, 6);
  }

  /**
   * Sums the scrambled bits of each name and value. The map's own hash, a sum of {@code name ^
   * value}, takes only a few hundred values in a whole space, since small values differ in their
   * lowest bits alone.
   */
  @Override
  public int hashCode() {
    long sum = 0;
    for (Map.Entry<String, Value> entry : values.entrySet()) {
      sum += scrambled(31L * entry.getKey().hashCode() + entry.getValue().hashCode());
    }
    return Long.hashCode(sum);
  }

  /** Applies the finalizer of SplitMix64: every output bit depends on every input bit. */
  private static long scrambled(long bits) {
    long half = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    long whole = (half ^ (half >>> 27)) * 0x94d049bb133111ebL;
    return whole ^ (whole >>> 31);
  }

  @Override
  public String toString() {
    String text =
        plain().values().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return isByShape() ? text + ", by shape: " + values.get(BY_SHAPE) : text;
  }
}
