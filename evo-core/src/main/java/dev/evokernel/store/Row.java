package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Row of a query, read by column names. */
public final class Row {
  /** Columns that name a row to a reader, as far as a query has them. */
  private static final List<String> NAMING = List.of("run", "id", "number", "shape", "name");

  /** ISO 8601 to the millisecond with a fixed length, so that text sorts as time. */
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  private static final int LENGTH = "2026-11-20T19:32:05.000Z".length();

  private final ResultSet result;

  /** Column that was read last; damage is found right after its reading. */
  private String last = "";

  private final Path file;

  Row(ResultSet result, Path file) {
    this.result = result;
    this.file = file;
  }

  /** Getter of a result by a column's name. */
  @FunctionalInterface
  private interface Getter<T extends @Nullable Object> {
    T get(String column) throws SQLException;
  }

  private <T extends @Nullable Object> T read(String column, Getter<T> getter) {
    last = column;
    return StoreFailure.explained(file, () -> getter.get(column));
  }

  public String text(String column) {
    return optionalText(column).orElse("");
  }

  public Optional<String> optionalText(String column) {
    return Optional.ofNullable(read(column, result::getString));
  }

  long first() {
    return StoreFailure.explained(file, () -> result.getLong(1));
  }

  public boolean isNull(String column) {
    return read(column, result::getObject) == null;
  }

  public int integer(String column) {
    return read(column, result::getInt);
  }

  public long whole(String column) {
    return read(column, result::getLong);
  }

  public double real(String column) {
    return read(column, result::getDouble);
  }

  public OptionalDouble optionalReal(String column) {
    return isNull(column) ? OptionalDouble.empty() : OptionalDouble.of(real(column));
  }

  public boolean truth(String column) {
    return optionalText(column).filter(value -> !value.equals("0")).isPresent();
  }

  public Instant instant(String column) {
    return instantOf(text(column));
  }

  /** Names the column read last and the row: {@code table runs, column seed, id = gemm-…}. */
  String place() throws SQLException {
    ResultSetMetaData columns = result.getMetaData();
    var place = new StringJoiner(", ");
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnLabel(i).equals(last)) {
        place.add("table " + columns.getTableName(i)).add("column " + last);
        break;
      }
    }
    for (String name : NAMING) {
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        if (columns.getColumnLabel(i).equals(name)) {
          place.add(name + " = " + Printable.line(String.valueOf(result.getString(i))));
          break;
        }
      }
    }
    return place.toString();
  }

  public Optional<Instant> optionalInstant(String column) {
    return optionalText(column).map(Row::instantOf);
  }

  static String text(Instant instant) {
    return INSTANT.format(instant);
  }

  /**
   * Parses an instant by position, which is ten times as fast as a format parser: a history has
   * tens of thousands. Other forms go to the general parser.
   */
  static Instant instantOf(String text) {
    if (text.length() != LENGTH || text.charAt(LENGTH - 1) != 'Z') {
      return Instant.parse(text);
    }
    try {
      return LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 7),
              number(text, 8, 10),
              number(text, 11, 13),
              number(text, 14, 16),
              number(text, 17, 19),
              number(text, 20, 23) * 1_000_000)
          .toInstant(ZoneOffset.UTC);
    } catch (NumberFormatException | DateTimeException e) {
      return Instant.parse(text);
    }
  }

  private static int number(String text, int from, int to) {
    return Integer.parseUnsignedInt(text, from, to, 10);
  }
}
