package dev.evokernel.store;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Table {@code recovery_checks}. */
final class RecoveryCheckTable {

  static final String DEFINITION =
      """
      CREATE TABLE recovery_checks (
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        process INTEGER NOT NULL CHECK (process >= 1),
        at TEXT NOT NULL,
        tries INTEGER NOT NULL CHECK (tries >= 1),
        ratio REAL NOT NULL,
        spent_nanos INTEGER NOT NULL
      ) STRICT\
      """;

  static final String INDEX = "CREATE INDEX recovery_checks_by_run ON recovery_checks (run)";

  private RecoveryCheckTable() {}

  static void insert(Transaction transaction, String run, RecoveryCheck check) throws SQLException {
    transaction.update(
        "INSERT INTO recovery_checks (run, process, at, tries, ratio, spent_nanos)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        run,
        check.process(),
        check.at(),
        check.tries(),
        check.ratio(),
        check.spent().toNanos());
  }

  /** In their order. */
  static List<RecoveryCheck> of(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM recovery_checks WHERE run = ? ORDER BY rowid", RecoveryCheckTable::one, run);
  }

  private static RecoveryCheck one(Row row) throws SQLException {
    return new RecoveryCheck(
        row.integer("process"),
        row.instant("at"),
        row.integer("tries"),
        row.real("ratio"),
        Duration.ofNanos(row.whole("spent_nanos")));
  }
}
