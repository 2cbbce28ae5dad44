package dev.evokernel.store;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Table {@code sentinel}. */
final class RecoveryCheckTable {

  static final String DEFINITION =
      """
      CREATE TABLE sentinel (
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        process INTEGER NOT NULL CHECK (process >= 1),
        at TEXT NOT NULL,
        tries INTEGER NOT NULL CHECK (tries >= 1),
        ratio REAL NOT NULL,
        spent_nanos INTEGER NOT NULL
      ) STRICT\
      """;

  static final String INDEX = "CREATE INDEX sentinel_by_run ON sentinel (run)";

  private RecoveryCheckTable() {}

  static void insert(Transaction session, String run, RecoveryCheck check) throws SQLException {
    session.update(
        "INSERT INTO sentinel (run, process, at, tries, ratio, spent_nanos)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        run,
        check.process(),
        check.at(),
        check.tries(),
        check.ratio(),
        check.spent().toNanos());
  }

  /** In their order. */
  static List<RecoveryCheck> of(Transaction session, String run) throws SQLException {
    return session.query(
        "SELECT * FROM sentinel WHERE run = ? ORDER BY rowid", RecoveryCheckTable::one, run);
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
