package dev.evokernel.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Statements on an open transaction. Values are bound, never spliced. */
final class Transaction {

  private final Connection connection;

  Transaction(Connection connection) {
    this.connection = connection;
  }

  /** Runs one statement that takes no values. */
  void run(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The number of rows that changed. */
  int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  <T> List<T> query(String sql, Row.Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      try (ResultSet result = statement.executeQuery()) {
        var rows = new ArrayList<T>();
        var row = new Row(result);
        while (result.next()) {
          rows.add(reader.read(row));
        }
        return rows;
      }
    }
  }

  /** The one number of a query that yields one. */
  long number(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      try (ResultSet result = statement.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    }
  }

  private static void bind(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, plain(values[i]));
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Optional<?> optional -> plain(optional.orElse(null));
      case OptionalDouble optional -> optional.isPresent() ? optional.getAsDouble() : null;
      case Instant instant -> StoredInstant.text(instant);
      case Boolean truth -> truth ? 1 : 0;
      default -> value;
    };
  }
}
