package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;
import java.sql.SQLException;
import java.util.List;

/** Table {@code migrants}: what a run's search took over from others, written before it was. */
final class MigrantTable {

  static final String DEFINITION =
      """
      CREATE TABLE migrants (
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        bred INTEGER NOT NULL CHECK (bred >= 0),
        origin TEXT NOT NULL,
        configuration TEXT NOT NULL CHECK (json_valid(configuration)),
        PRIMARY KEY (run, bred)
      ) STRICT\
      """;

  private MigrantTable() {}

  static void insert(Transaction transaction, String run, StoredMigrant one) throws SQLException {
    transaction.update(
        "INSERT INTO migrants (run, bred, origin, configuration) VALUES (?, ?, ?, ?)",
        run,
        one.bred(),
        one.origin(),
        StoredJson.of(one.configuration()));
  }

  /** In the order in which they were taken over. */
  static List<StoredMigrant> of(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM migrants WHERE run = ? ORDER BY bred",
        row -> {
          Configuration configuration = StoredJson.configuration(row.text("configuration"));
          return new StoredMigrant(row.integer("bred"), configuration, row.text("origin"));
        },
        run);
  }
}
