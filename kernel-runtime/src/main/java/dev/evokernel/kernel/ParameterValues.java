package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;
import org.jspecify.annotations.Nullable;

/**
 * Immutable map from parameters to values, in insertion order.
 *
 * <p>A long run holds a hundred thousand configurations of about ten parameters. Two arrays take a
 * quarter of the memory of a {@code LinkedHashMap}, and a linear search in so few names is as fast.
 */
final class ParameterValues extends AbstractMap<String, Value> {

  /** Names of the latest map, which the next map nearly always shares. */
  private static volatile String[] latest = {};

  private final String[] names;
  private final Value[] values;

  private ParameterValues(String[] names, Value[] values) {
    this.names = names;
    this.values = values;
  }

  static Map<String, Value> copyOf(Map<String, Value> map) {
    if (map instanceof ParameterValues) {
      return map;
    }
    String[] names = map.keySet().toArray(String[]::new);
    String[] before = latest;
    if (Arrays.equals(before, names)) {
      names = before;
    } else {
      latest = names;
    }
    return new ParameterValues(names, map.values().toArray(Value[]::new));
  }

  private int indexOf(@Nullable Object name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return indexOf(name) >= 0;
  }

  @Override
  public @Nullable Value get(@Nullable Object name) {
    int index = indexOf(name);
    return index < 0 ? null : values[index];
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public Set<Map.Entry<String, Value>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, Value>> iterator() {
        var entries = new ArrayList<Map.Entry<String, Value>>(names.length);
        for (int i = 0; i < names.length; i++) {
          entries.add(Map.entry(names[i], values[i]));
        }
        return Collections.unmodifiableList(entries).iterator();
      }

      @Override
      public int size() {
        return names.length;
      }
    };
  }
}
