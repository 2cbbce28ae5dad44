package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.Database.Durability;

/**
 * Import and removal of whole runs in a store.
 *
 * <p>An import copies rows of another database, attached as {@link Database#OTHER}, for every table
 * of the schema. Numeric row ids, and the columns that refer to them, are shifted past the ids
 * taken here.
 */
public final class StoreUpkeep {

  private final Database database;

  StoreUpkeep(Database database) {
    this.database = database;
  }

  /** Copies a file at one instant, also while runs write to it. */
  public static void copy(Path file, Path to) {
    if (!Files.exists(file)) {
      throw new EnvironmentException(file + " does not exist.");
    }
    Database.copy(file, to);
  }

  /** Names in the runs' table that are no {@linkplain RunRecord#isId ids of runs}. */
  public List<String> foreignNames() {
    return database
        .read(transaction -> transaction.query("SELECT id FROM runs", row -> row.text("id")))
        .stream()
        .filter(id -> !RunRecord.isId(id))
        .toList();
  }

  /**
   * Imports one run from another file, completely or not at all.
   *
   * @param other an up-to-date file that no process writes
   */
  public void adopt(Path other, String id, boolean claims) {
    database.writeWith(
        other,
        Durability.MACHINE,
        transaction -> {
          if (RunTable.exists(transaction, id)) {
            throw new IllegalArgumentException("Run '" + id + "' already exists.");
          }
          copyRun(transaction, id);
          if (claims) {
            transaction.update(
                "UPDATE runs SET merged = ? WHERE id = ?", Instant.now().toString(), id);
          }
        });
  }

  /**
   * Imports rows outside any run that this store does not have: limits of devices and separately
   * measured baselines.
   *
   * @param other an up-to-date file that no process writes
   */
  public void adoptShared(Path other) {
    database.writeWith(other, Durability.MACHINE, StoreUpkeep::copyShared);
  }

  /** Removes all other runs and reclaims their disk space. */
  public void keepOnly(Collection<String> ids) {
    database
        .read(transaction -> transaction.query("SELECT id FROM runs", row -> row.text("id")))
        .stream()
        .filter(id -> !ids.contains(id))
        .forEach(this::remove);
    database.run("VACUUM");
  }

  /** Removes a run with its rows in all tables. Its folder stays. */
  public void remove(String id) {
    database.change(
        id,
        Durability.MACHINE,
        transaction -> transaction.update("DELETE FROM runs WHERE id = ?", id));
  }

  /** Column of a table. */
  private record Column(String name, long shift) {}

  private record Key(String column, String table) {}

  private static void copyRun(Transaction transaction, String run) {
    transaction.run("PRAGMA defer_foreign_keys = ON");
    for (Map.Entry<String, List<Column>> table : tables(transaction).entrySet()) {
      Optional<String> own = own(transaction, table.getKey(), table.getValue());
      if (own.isPresent()) {
        copy(transaction, table.getKey(), table.getValue(), own.get(), run);
      }
    }
  }

  private static void copyShared(Transaction transaction) {
    transaction.run("PRAGMA defer_foreign_keys = ON");
    Map<String, List<Column>> tables = tables(transaction);
    String newLimits =
        "NOT EXISTS (SELECT 1 FROM main.limits known WHERE known.measured = o.measured"
            + " AND known.host = o.host AND known.device_id = o.device_id)";
    copy(
        transaction,
        "figures",
        tables.getOrDefault("figures", List.of()),
        "limits IN (SELECT id FROM other.limits o WHERE " + newLimits + ")");
    copy(transaction, "limits", tables.getOrDefault("limits", List.of()), newLimits);
    copy(
        transaction,
        "baselines",
        tables.getOrDefault("baselines", List.of()),
        "run IS NULL AND NOT EXISTS (SELECT 1 FROM main.baselines known WHERE known.run IS NULL"
            + " AND known.measured = o.measured AND known.host = o.host"
            + " AND known.baseline = o.baseline AND known.name = o.name)");
  }

  /** Condition on the rows of a table that belong to run {@code ?}; empty for other tables. */
  private static Optional<String> own(Transaction transaction, String table, List<Column> columns) {
    if (table.equals("runs")) {
      return Optional.of("id = ?");
    }
    if (columns.stream().anyMatch(column -> column.name().equals("run"))) {
      return Optional.of("run = ?");
    }
    return keys(transaction, table).stream()
        .filter(key -> key.table().equals("candidates"))
        .map(key -> key.column() + " IN (SELECT id FROM other.candidates WHERE run = ?)")
        .findFirst();
  }

  private static void copy(
      Transaction transaction, String table, List<Column> columns, String where, Object... values) {
    transaction.update(
        "INSERT INTO main.%s (%s) SELECT %s FROM other.%s o WHERE %s"
            .formatted(
                table,
                columns.stream().map(Column::name).collect(Collectors.joining(", ")),
                columns.stream()
                    .map(
                        column ->
                            column.shift() == 0
                                ? "o." + column.name()
                                : "o.%s + %d".formatted(column.name(), column.shift()))
                    .collect(Collectors.joining(", ")),
                table,
                where),
        values);
  }

  private static Map<String, List<Column>> tables(Transaction transaction) {
    var tables = new LinkedHashMap<String, List<Column>>();
    List<String> names =
        transaction.query(
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            row -> row.text("name"));
    for (String table : names) {
      var shifts = new HashMap<String, Long>();
      for (Key key : keys(transaction, table)) {
        shifts.put(key.column(), taken(transaction, key.table()));
      }
      shifts.put("id", taken(transaction, table));
      tables.put(
          table,
          transaction.query(
              "SELECT name FROM pragma_table_info(?)",
              row -> new Column(row.text("name"), shifts.getOrDefault(row.text("name"), 0L)),
              table));
    }
    return tables;
  }

  private static List<Key> keys(Transaction transaction, String table) {
    return transaction.query(
        "SELECT \"from\" AS held, \"table\" AS target FROM pragma_foreign_key_list(?)",
        row -> new Key(row.text("held"), row.text("target")),
        table);
  }

  /** Highest row id of a table; 0 for a table without numeric ids, such as {@code runs}. */
  private static long taken(Transaction transaction, String table) {
    boolean isNumbered =
        transaction.number(
                "SELECT count(*) FROM pragma_table_info(?) WHERE name = 'id' AND type = 'INTEGER'",
                table)
            > 0;
    return isNumbered ? transaction.number("SELECT coalesce(max(id), 0) FROM main." + table) : 0;
  }
}
