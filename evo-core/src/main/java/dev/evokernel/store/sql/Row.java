package dev.evokernel.store.sql;

import module java.base;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Row of a query, read by column names. */
public record Row(ResultSet result) {
  @FunctionalInterface
  public interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  @FunctionalInterface
  public interface Visitor {
    void visit(Row row) throws SQLException;
  }

  /** The text; empty if the column is null. */
  public String text(String column) throws SQLException {
    String text = result.getString(column);
    return text == null ? "" : text;
  }

  public Optional<String> optionalText(String column) throws SQLException {
    return Optional.ofNullable(result.getString(column));
  }

  public int integer(String column) throws SQLException {
    return result.getInt(column);
  }

  public long whole(String column) throws SQLException {
    return result.getLong(column);
  }

  public double real(String column) throws SQLException {
    return result.getDouble(column);
  }

  public OptionalDouble optionalReal(String column) throws SQLException {
    double value = result.getDouble(column);
    return result.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  public boolean truth(String column) throws SQLException {
    return result.getInt(column) != 0;
  }

  public Instant instant(String column) throws SQLException {
    return StoredInstant.of(result.getString(column));
  }

  public Optional<Instant> optionalInstant(String column) throws SQLException {
    return optionalText(column).map(StoredInstant::of);
  }
}
