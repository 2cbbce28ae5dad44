package dev.evokernel.kernel.yaml;

import module java.base;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;

/**
 * Node of a YAML file. The schema fixes the kind of each node, so that readers call the accessors
 * of a kind without a check.
 */
public sealed interface YamlNode {

  Place place();

  String label();

  /** Mapping with the place of each key, in the file's order. */
  record Mapping(Place place, Map<String, Place> keys, SequencedMap<String, YamlNode> values)
      implements YamlNode {
    @Override
    public String label() {
      return "a mapping";
    }

    public void forEach(BiConsumer<String, YamlNode> reader) {
      values.forEach(reader);
    }

    public Optional<YamlNode> find(String key) {
      return Optional.ofNullable(values.get(key));
    }

    public YamlNode value(String key) {
      return find(key).orElseThrow(() -> new IllegalArgumentException("No key '" + key + "'."));
    }

    public static Mapping empty() {
      return new Mapping(Place.FILE, Map.of(), new LinkedHashMap<>());
    }

    /** Adds the keys of another mapping, which replace those of the same name. */
    public Mapping with(Place whole, Mapping other) {
      var places = new LinkedHashMap<>(keys);
      places.putAll(other.keys);
      var all = new LinkedHashMap<>(values);
      all.putAll(other.values);
      return new Mapping(whole, places, all);
    }

    public boolean has(String key) {
      return values.containsKey(key);
    }

    public Optional<String> text(String key) {
      return find(key).map(YamlNode::text);
    }

    public List<String> texts(String key) {
      return find(key).map(YamlNode::texts).orElse(List.of());
    }

    public List<YamlNode> elements(String key) {
      return find(key).map(YamlNode::elements).orElse(List.of());
    }

    public Mapping mapping(String key) {
      return find(key).map(YamlNode::mapping).orElseGet(Mapping::empty);
    }

    public boolean isTrue(String key) {
      return text(key).orElse("").equals("true");
    }

    public double real(String key, double otherwise) {
      return find(key).map(YamlNode::real).orElse(otherwise);
    }

    public Place key(String key) {
      return keys.getOrDefault(key, place);
    }
  }

  record Sequence(Place place, List<YamlNode> elements) implements YamlNode {
    public Sequence {
      elements = List.copyOf(elements);
    }

    @Override
    public String label() {
      return "a list";
    }
  }

  /**
   * Scalar: content without quotes, value by YAML 1.2, and the column of each character; no columns
   * if they are unknown.
   */
  record Scalar(Place place, String text, Value value, List<Integer> columns) implements YamlNode {
    public Scalar {
      columns = List.copyOf(columns);
    }

    @Override
    public String label() {
      String article = value.type() == Type.INTEGER ? "an " : "a ";
      return "'" + text + "' (" + article + value.type().label() + ")";
    }

    /** Place of a part of the content; of the whole scalar if the columns are unknown. */
    public Place part(int offset, int length) {
      if (offset < columns.size()) {
        return new Place(place.line(), columns.get(offset), length);
      }
      return columns.isEmpty() ? place : new Place(place.line(), columns.getLast() + 1, length);
    }
  }

  /** Missing value of a key. */
  record Empty(Place place) implements YamlNode {
    @Override
    public String label() {
      return "empty";
    }
  }

  default Mapping mapping() {
    return (Mapping) this;
  }

  /** Elements of a list; any other node is its own single element. */
  default List<YamlNode> elements() {
    return this instanceof Sequence(_, List<YamlNode> elements) ? elements : List.of(this);
  }

  default Scalar scalar() {
    return (Scalar) this;
  }

  default String text() {
    return scalar().text();
  }

  default long integer() {
    return ((Value.IntegerValue) scalar().value()).value();
  }

  default double real() {
    return switch (scalar().value()) {
      case Value.IntegerValue(long value) -> value;
      case Value.RealValue(double value) -> value;
      case Value.BooleanValue _, Value.TextValue _ ->
          throw new IllegalStateException(label() + " is not a number.");
    };
  }

  default List<String> texts() {
    return elements().stream().map(YamlNode::text).collect(Collectors.toList());
  }

  default <T> List<T> each(Function<YamlNode, T> reader) {
    return elements().stream().map(reader).toList();
  }
}
