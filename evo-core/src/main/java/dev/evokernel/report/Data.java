package dev.evokernel.report;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Data of a report, for programs. Values are strings, numbers, booleans, null, optional values,
 * lists and maps of these; keys keep their order. An absent optional value is null.
 */
public sealed interface Data permits Data.Fields, Data.Records {

  record Fields(SequencedMap<String, @Nullable Object> fields) implements Data {

    public static final Fields NONE = new Fields(new LinkedHashMap<>());

    public Fields {
      fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    }

    public static Fields of(Map<String, ? extends @Nullable Object> fields) {
      return new Fields(new LinkedHashMap<String, @Nullable Object>(fields));
    }
  }

  /**
   * Columns by name, each with a function from an element to its value.
   *
   * @param <E> the type of the elements: each becomes a row of a table, or an object
   */
  final class Columns<E> {

    private static final Object ABSENT = new Object();

    private final SequencedMap<String, Table.Cell<E>> values = new LinkedHashMap<>();

    public Columns<E> add(String name, Table.Cell<E> value) {
      values.put(name, value);
      return this;
    }

    /** Appends a key that an object lacks where the value is absent. */
    public Columns<E> addIfPresent(String name, Function<E, Optional<?>> value) {
      return add(name, element -> value.apply(element).<Object>map(known -> known).orElse(ABSENT));
    }

    /**
     * Appends the columns of a part, which an object lacks where the part is absent.
     *
     * @param prefix of the names
     */
    public <P> Columns<E> addAll(String prefix, Columns<P> part, Function<E, Optional<P>> of) {
      part.values.forEach(
          (name, value) ->
              add(
                  prefix + name,
                  element -> {
                    Optional<P> known = of.apply(element);
                    return known.isPresent() ? value.of(known.get()) : ABSENT;
                  }));
      return this;
    }

    /** A row for each element, created when the row is written. */
    public Records rows(List<E> elements) {
      return new Records(List.copyOf(values.keySet()), new MappedList<>(elements, this::row));
    }

    private List<@Nullable Object> row(E element) {
      var row = new ArrayList<@Nullable Object>();
      for (Table.Cell<E> cell : values.values()) {
        Object value = cell.of(element);
        row.add(ABSENT.equals(value) ? null : value);
      }
      return row;
    }

    /** Converts an element to an object with a key for each column. */
    public SequencedMap<String, @Nullable Object> object(E element) {
      var object = new LinkedHashMap<String, @Nullable Object>();
      values.forEach(
          (name, cell) -> {
            Object value = cell.of(element);
            if (!ABSENT.equals(value)) {
              object.put(name, value);
            }
          });
      return object;
    }

    /** An object for each element, created when the object is written. */
    public List<SequencedMap<String, @Nullable Object>> objects(List<? extends E> elements) {
      return new MappedList<>(elements, this::object);
    }

    /** The data of a report on one element. */
    public Fields fields(E element) {
      return new Fields(object(element));
    }
  }

  /**
   * Objects with the same keys, or the lines of a CSV file.
   *
   * @param columns the keys
   * @param rows a value, or null, for each column
   */
  record Records(List<String> columns, List<List<@Nullable Object>> rows) implements Data {

    public Records {
      columns = List.copyOf(columns);
      if (!(rows instanceof MappedList)) {
        rows =
            rows.stream().map(row -> Collections.unmodifiableList(new ArrayList<>(row))).toList();
        for (List<@Nullable Object> row : rows) {
          if (row.size() != columns.size()) {
            throw new IllegalArgumentException(
                "A row has %d values, the columns are %d: %s."
                    .formatted(row.size(), columns.size(), columns));
          }
        }
      }
    }
  }

  /**
   * View of a list through a function, which is applied at each access. The rows of a file about a
   * long run are never in memory together.
   *
   * @param <E> element type of the list
   */
  final class MappedList<E, T> extends AbstractList<T> implements RandomAccess {

    private final List<E> list;
    private final Function<? super E, ? extends T> function;

    public MappedList(List<E> list, Function<? super E, ? extends T> function) {
      this.list = list;
      this.function = function;
    }

    @Override
    public T get(int index) {
      return function.apply(list.get(index));
    }

    @Override
    public int size() {
      return list.size();
    }
  }
}
