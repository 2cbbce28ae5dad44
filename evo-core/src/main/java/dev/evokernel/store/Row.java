package dev.evokernel.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** One row of a query, read by the names of its columns. */
final class Row {

  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  /** Reads one record out of a row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** Empty where the column is null. */
  String text(String column) throws SQLException {
    String text = result.getString(column);
    return text == null ? "" : text;
  }

  Optional<String> optionalText(String column) throws SQLException {
    return Optional.ofNullable(result.getString(column));
  }

  int integer(String column) throws SQLException {
    return result.getInt(column);
  }

  long whole(String column) throws SQLException {
    return result.getLong(column);
  }

  double real(String column) throws SQLException {
    return result.getDouble(column);
  }

  OptionalDouble optionalReal(String column) throws SQLException {
    double value = result.getDouble(column);
    return result.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  boolean truth(String column) throws SQLException {
    return result.getInt(column) != 0;
  }

  Instant instant(String column) throws SQLException {
    return StoredInstant.of(result.getString(column));
  }

  Optional<Instant> optionalInstant(String column) throws SQLException {
    return optionalText(column).map(StoredInstant::of);
  }
}
