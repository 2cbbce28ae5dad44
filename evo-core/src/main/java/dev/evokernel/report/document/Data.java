package dev.evokernel.report.document;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A result for programs. Values are strings, numbers, booleans, null, lists and maps of these; keys
 * keep their order.
 */
public sealed interface Data permits Data.Fields, Data.Records {

  /** One object. */
  record Fields(SequencedMap<String, @Nullable Object> fields) implements Data {

    /** No field at all. */
    public static final Fields NONE = new Fields(new LinkedHashMap<>());

    public Fields {
      fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    }

    /** Fields of a map that keeps its order. */
    public static Fields of(Map<String, ? extends @Nullable Object> fields) {
      return new Fields(new LinkedHashMap<String, @Nullable Object>(fields));
    }
  }

  /**
   * Objects of the same keys, or the lines of a file of comma-separated values.
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

    /** A row for each element of a list, made when it is written. */
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
}
