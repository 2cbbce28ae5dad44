package dev.evokernel.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** Row of a query, read by column names. */
record Row(ResultSet result) {
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  @FunctionalInterface
  interface Visitor {
    void visit(Row row) throws SQLException;
  }

  /** The text; empty if the column is null. */
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
