package dev.evokernel.kernel;

import dev.evokernel.expr.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One value for every parameter, in the order in which {@code kernel.yaml} lists them. Equal when
 * every parameter has the same value, in whatever order.
 */
public record Configuration(Map<String, Value> values) {

  /**
   * The name under which a configuration of a kernel with variants says which one it chooses. No
   * parameter of a kernel is called so.
   */
  public static final String VARIANT = "variant";

  public Configuration {
    values = ParameterValues.copyOf(values);
  }

  /**
   * The value of one parameter.
   *
   * @throws IllegalArgumentException if there is no such parameter
   */
  public Value value(String parameter) {
    Value value = values.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException(
          "No parameter '" + parameter + "' in " + values.keySet() + ".");
    }
    return value;
  }

  /** The value of one parameter; empty where the variant that it chooses has no such parameter. */
  public Optional<Value> find(String parameter) {
    return Optional.ofNullable(values.get(parameter));
  }

  /** The variant that it chooses; empty where the kernel has none. */
  public Optional<String> variant() {
    return Optional.ofNullable(values.get(VARIANT)).map(Value::toString);
  }

  /** What is defined for the compiler: everything but the choice of a variant. */
  public Configuration withoutVariant() {
    if (!values.containsKey(VARIANT)) {
      return this;
    }
    var macros = new LinkedHashMap<>(values);
    macros.remove(VARIANT);
    return new Configuration(macros);
  }

  /** The values of some parameters as a configuration of one variant, whose name stands first. */
  static Configuration of(String variant, Configuration macros) {
    var values = new LinkedHashMap<String, Value>();
    values.put(VARIANT, Value.of(variant));
    values.putAll(macros.values);
    return new Configuration(values);
  }

  /** This configuration with one value exchanged. */
  public Configuration with(String parameter, Value value) {
    value(parameter);
    var changed = new LinkedHashMap<>(values);
    changed.put(parameter, value);
    return new Configuration(changed);
  }

  /** This configuration and the macros that a shape adds; their names differ. */
  public Configuration and(Configuration macros) {
    if (macros.values.isEmpty()) {
      return this;
    }
    var all = new LinkedHashMap<>(values);
    all.putAll(macros.values);
    return new Configuration(all);
  }

  /** For example {@code -DTILE_M=64 -DPACK=1}. */
  public String flags() {
    return values.entrySet().stream()
        .map(entry -> "-D" + entry.getKey() + "=" + entry.getValue().macro())
        .collect(Collectors.joining(" "));
  }

  /**
   * Twelve hexadecimal digits that name this configuration in files and caches, whatever the
   * parameters' order.
   */
  public String fingerprint() {
    String text =
        values.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> entry.getKey() + "=" + entry.getValue().type() + ":" + entry.getValue())
            .collect(Collectors.joining("\n"));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }

  /**
   * The sum over the parameters, whose order does not count, of the scrambled bits of name and
   * value. The map's own sum of {@code name ^ value} would be one of a few hundred numbers for all
   * configurations of a space, since small values differ in their lowest bits alone.
   */
  @Override
  public int hashCode() {
    long sum = 0;
    for (Map.Entry<String, Value> entry : values.entrySet()) {
      sum += scrambled(31L * entry.getKey().hashCode() + entry.getValue().hashCode());
    }
    return Long.hashCode(sum);
  }

  /** The finalizer of the SplitMix64 generator: every bit depends on every bit. */
  private static long scrambled(long bits) {
    long half = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    long whole = (half ^ (half >>> 27)) * 0x94d049bb133111ebL;
    return whole ^ (whole >>> 31);
  }

  /** For example {@code TILE_M=64 TILE_N=32}. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
