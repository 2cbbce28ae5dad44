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
public record Transaction(Connection connection, Path file) {

  /** Work with a statement whose values are bound. */
  @FunctionalInterface
  private interface Bound<T> {
    T with(PreparedStatement statement) throws SQLException;
  }

  private <T> T prepared(String sql, Bound<T> work, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, plain(values[i]));
      }
      return work.with(statement);
    }
  }

  void run(String sql) {
    StoreFailure.explained(
        file,
        () -> {
          try (var statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  void update(String sql, @Nullable Object... values) {
    StoreFailure.explained(file, () -> prepared(sql, PreparedStatement::executeUpdate, values));
  }

  /** Inserts one row, in place of a row with its primary key. */
  void put(String table, Map<String, ? extends @Nullable Object> row) {
    insert("INSERT OR REPLACE INTO ", table, row);
  }

  void insert(String table, Map<String, ? extends @Nullable Object> row) {
    insert("INSERT INTO ", table, row);
  }

  private void insert(String verb, String table, Map<String, ? extends @Nullable Object> row) {
    update(
        "%s%s (%s) VALUES (?%s)"
            .formatted(verb, table, String.join(", ", row.keySet()), ", ?".repeat(row.size() - 1)),
        row.values().toArray());
  }

  /** Sets columns of the row with an id. */
  void set(String table, Object id, Map<String, ? extends @Nullable Object> row) {
    var values = new ArrayList<@Nullable Object>(row.values());
    values.add(id);
    update(
        "UPDATE %s SET %s = ? WHERE id = ?".formatted(table, String.join(" = ?, ", row.keySet())),
        values.toArray());
  }

  <T> Optional<T> first(String sql, Function<Row, T> reader, @Nullable Object... values) {
    return query(sql, reader, values).stream().findFirst();
  }

  <T> List<T> query(String sql, Function<Row, T> reader, @Nullable Object... values) {
    var rows = new ArrayList<T>();
    each(sql, row -> rows.add(reader.apply(row)), values);
    return rows;
  }

  /** Visits the rows of a query. */
  void each(String sql, Consumer<Row> visitor, @Nullable Object... values) {
    StoreFailure.explained(
        file,
        () ->
            prepared(
                sql,
                statement -> {
                  ResultSet result = statement.executeQuery(); // The statement closes it.
                  var row = new Row(result, file);
                  while (result.next()) {
                    visit(row, visitor);
                  }
                  return row;
                },
                values));
  }

  private void visit(Row row, Consumer<Row> visitor) throws SQLException {
    try {
      visitor.accept(row);
    } catch (EnvironmentException e) {
      throw e;
    } catch (RuntimeException e) {
      String problem =
          e instanceof JacksonException json
              ? JsonProblem.of(json)
              : String.valueOf(e.getMessage());
      throw new EnvironmentException(
          ("%s has a row that evo did not write (%s: %s). Restore the file from a copy or an"
                  + " archive, or delete the run: %s")
              .formatted(
                  Launcher.shown(file),
                  row.place(),
                  Printable.line(problem).replaceFirst("[.]$", ""),
                  Launcher.command("runs rm RUN")),
          e);
    }
  }

  /** Answers a SELECT that also reads a table of these rows. */
  Answer answer(String select, String table, List<List<Object>> rows) {
    String row = "(?" + ", ?".repeat(rows.getFirst().size() - 1) + ")";
    String sql =
        "WITH %s AS (VALUES %s%s) SELECT * FROM (%s)"
            .formatted(table, row, (", " + row).repeat(rows.size() - 1), select);
    try {
      return prepared(
          sql,
          statement -> {
            ResultSet result = statement.executeQuery();
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
          },
          rows.stream().flatMap(List::stream).toArray());
    } catch (SQLException e) {
      throw new EnvironmentException(
          "SQLite does not answer the query: %s. Tables and columns of %s: sqlite3 %s .schema"
              .formatted(e.getMessage(), Launcher.shown(file), Launcher.shown(file)),
          e);
    }
  }

  /** First number of the first row; 0 without a row. */
  long number(String sql, @Nullable Object... values) {
    return first(sql, Row::first, values).orElse(0L);
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
