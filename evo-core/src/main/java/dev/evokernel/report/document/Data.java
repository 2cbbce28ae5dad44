package dev.evokernel.report.document;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Data of a report, for programs. Values are strings, numbers, booleans, null, optional values,
 * lists and maps of these; keys keep their order. An absent optional value is null.
 */
public sealed interface Data permits Data.Fields, Data.Records {

  /** Object with fields. */
  record Fields(SequencedMap<String, @Nullable Object> fields) implements Data {

    public static final Fields NONE = new Fields(new LinkedHashMap<>());

    public Fields {
      fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    }

    /** Fields in the order of a map. */
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

    private final SequencedMap<String, Table.Cell<E>> values = new LinkedHashMap<>();

    /** Appends a column. */
    public Columns<E> add(String name, Table.Cell<E> value) {
      values.put(name, value);
      return this;
    }

    /** A row for each element, created when the row is written. */
    public Records rows(List<E> elements) {
      return Records.of(
          List.copyOf(values.keySet()),
          elements,
          element -> new ArrayList<>(object(element).values()));
    }

    /** Converts an element to an object with a key for each column. */
    public SequencedMap<String, @Nullable Object> object(E element) {
      var object = new LinkedHashMap<String, @Nullable Object>();
      values.forEach((name, value) -> object.put(name, value.of(element)));
      return object;
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
        var copies = new ArrayList<List<@Nullable Object>>();
        for (List<@Nullable Object> row : rows) {
          copies.add(Collections.unmodifiableList(new ArrayList<>(fitting(columns, row))));
        }
        rows = Collections.unmodifiableList(copies);
      }
    }

    /** A row for each element of a list, created when the row is written. */
    public static <E> Records of(
        List<String> columns, List<E> list, Function<E, List<@Nullable Object>> row) {
      return new Records(
          columns, new MappedList<>(list, element -> fitting(columns, row.apply(element))));
    }

    private static List<@Nullable Object> fitting(
        List<String> columns, List<@Nullable Object> row) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "A row has %d values, the columns are %d: %s."
                .formatted(row.size(), columns.size(), columns));
      }
      return row;
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
