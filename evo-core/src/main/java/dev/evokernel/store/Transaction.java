package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.text.Launcher;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Statements on an open transaction. Values are always bound. */
public record Transaction(Connection connection) {
  public void run(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs one statement and returns the number of changed rows. */
  public int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  /** Inserts one row, in place of a row with its primary key. */
  public void put(String table, Map<String, ? extends @Nullable Object> row) throws SQLException {
    insert("INSERT OR REPLACE INTO ", table, row);
  }

  /** Inserts one row: values by column. */
  public void insert(String table, Map<String, ? extends @Nullable Object> row)
      throws SQLException {
    insert("INSERT INTO ", table, row);
  }

  /** Sets columns of the row with an id. */
  public void set(String table, long id, Map<String, ? extends @Nullable Object> row)
      throws SQLException {
    update(
        "UPDATE %s SET %s = ? WHERE id = %d"
            .formatted(table, String.join(" = ?, ", row.keySet()), id),
        row.values().toArray());
  }

  private void insert(String verb, String table, Map<String, ? extends @Nullable Object> row)
      throws SQLException {
    update(
        "%s%s (%s) VALUES (?%s)"
            .formatted(verb, table, String.join(", ", row.keySet()), ", ?".repeat(row.size() - 1)),
        row.values().toArray());
  }

  public <T> Optional<T> first(String sql, Row.Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    return query(sql, reader, values).stream().findFirst();
  }

  public <T> List<T> query(String sql, Row.Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    var rows = new ArrayList<T>();
    each(sql, row -> rows.add(reader.read(row)), values);
    return rows;
  }

  /**
   * Visits the rows of a query.
   *
   * @throws EnvironmentException with table, column and row if a row has a value that evo does not
   *     write
   */
  public void each(String sql, Row.Visitor visitor, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      try (ResultSet result = statement.executeQuery()) {
        var row = new Row(result);
        while (result.next()) {
          try {
            visitor.visit(row);
          } catch (EnvironmentException e) {
            throw e;
          } catch (RuntimeException e) {
            throw damage(row, e);
          }
        }
      }
    }
  }

  /**
   * Answers a SELECT that also reads a table of these rows.
   *
   * @throws EnvironmentException if SQLite does not understand the SELECT
   */
  public Answer answer(String select, String table, List<List<Object>> rows) throws SQLException {
    String row = "(?" + ", ?".repeat(rows.getFirst().size() - 1) + ")";
    String sql =
        "WITH %s AS (VALUES %s%s) SELECT * FROM (%s)"
            .formatted(table, row, (", " + row).repeat(rows.size() - 1), select);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, rows.stream().flatMap(List::stream).toArray());
      try (ResultSet result = statement.executeQuery()) {
        var columns = new ArrayList<String>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          columns.add(result.getMetaData().getColumnLabel(i));
        }
        var answers = new ArrayList<List<@Nullable Object>>();
        while (result.next()) {
          var values = new ArrayList<@Nullable Object>();
          for (int i = 1; i <= columns.size(); i++) {
            values.add(result.getObject(i));
          }
          answers.add(values);
        }
        return new Answer(columns, answers);
      }
    } catch (SQLException e) {
      throw new EnvironmentException(
          "SQLite does not answer the query: %s. Tables and columns of %s: sqlite3 %s .schema"
              .formatted(e.getMessage(), file(), file()),
          e);
    }
  }

  private EnvironmentException damage(Row row, RuntimeException failure) throws SQLException {
    String problem =
        failure instanceof JacksonException json ? JsonProblem.of(json) : failure.getMessage();
    return new EnvironmentException(
        ("%s has a row that evo did not write (%s: %s). Restore the file from a copy or an archive,"
                + " or delete the run: %s")
            .formatted(
                file(),
                row.place(),
                Printable.line(String.valueOf(problem)).replaceFirst("[.]$", ""),
                Launcher.command("runs rm RUN")),
        failure);
  }

  /** File of the connection, as far as it has one. */
  private String file() throws SQLException {
    String url = connection.getMetaData().getURL();
    String path = url.replaceFirst("^jdbc:sqlite:(file:)?(//(?=/))?", "").replaceFirst("[?].*", "");
    return path.startsWith(":") ? "evo.db" : Launcher.shown(Path.of(path)).toString();
  }

  public long number(String sql, @Nullable Object... values) throws SQLException {
    return first(sql, row -> row.first(), values).orElse(0L);
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
      case Instant instant -> Row.text(instant);
      case Boolean truth -> truth ? 1 : 0;
      default -> value;
    };
  }
}
