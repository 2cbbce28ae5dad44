package dev.evokernel.kernel;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A part of a YAML file and where it stands. A document that its schema has accepted has the kinds
 * of nodes that the schema names, so that the accessors of a kind may be used without asking.
 */
public sealed interface YamlNode {

  Place place();

  /** What a message calls it. */
  String label();

  /**
   * A mapping.
   *
   * @param keys where each key stands
   * @param values in the file's order
   */
  record Mapping(Place place, Map<String, Place> keys, SequencedMap<String, YamlNode> values)
      implements YamlNode {
    @Override
    public String label() {
      return "a mapping";
    }

    public Optional<YamlNode> find(String key) {
      return Optional.ofNullable(values.get(key));
    }

    /**
     * @throws IllegalArgumentException if the key is absent
     */
    public YamlNode value(String key) {
      return find(key).orElseThrow(() -> new IllegalArgumentException("No key '" + key + "'."));
    }

    /** Where the key stands; the mapping's own place if it is absent. */
    public Place key(String key) {
      return keys.getOrDefault(key, place);
    }
  }

  /** A list. */
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
   * A scalar.
   *
   * @param text its content, without quotes
   * @param value what YAML 1.2 makes of it
   * @param columns the column of each character of the content; empty when it does not stand in one
   *     line
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

    /** The place of a part of the content; of the whole scalar when that is not known. */
    public Place part(int offset, int length) {
      if (offset < columns.size()) {
        return new Place(place.line(), columns.get(offset), length);
      }
      return columns.isEmpty() ? place : new Place(place.line(), columns.getLast() + 1, length);
    }
  }

  /** A key without a value. */
  record Empty(Place place) implements YamlNode {
    @Override
    public String label() {
      return "empty";
    }
  }

  /** This node as a mapping. */
  default Mapping mapping() {
    return (Mapping) this;
  }

  /** This node's elements, or the node itself alone when it is no list. */
  default List<YamlNode> elements() {
    return this instanceof Sequence(_, List<YamlNode> elements) ? elements : List.of(this);
  }

  /** This node as a scalar. */
  default Scalar scalar() {
    return (Scalar) this;
  }

  /** The content of a scalar. */
  default String text() {
    return scalar().text();
  }

  /** The integer of a scalar. */
  default long integer() {
    return ((Value.IntegerValue) scalar().value()).value();
  }

  /** The number of a scalar, an integer widened. */
  default double real() {
    return switch (scalar().value()) {
      case Value.IntegerValue(long value) -> value;
      case Value.RealValue(double value) -> value;
      case Value.BooleanValue _, Value.TextValue _ ->
          throw new IllegalStateException(label() + " is no number.");
    };
  }

  /** Every element's content. */
  default List<String> texts() {
    return elements().stream().map(YamlNode::text).collect(Collectors.toList());
  }

  /** Every element through {@code reader}. */
  default <T> List<T> each(Function<YamlNode, T> reader) {
    return elements().stream().map(reader).toList();
  }
}
