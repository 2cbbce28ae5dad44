package dev.evokernel.store;

import java.sql.SQLException;
import java.util.List;

/** Table {@code initial_configurations}: what was offered to a run's generation 0, used or not. */
final class InitialConfigurationTable {

  static final String DEFINITION =
      """
      CREATE TABLE initial_configurations (
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        position INTEGER NOT NULL CHECK (position >= 1),
        origin TEXT NOT NULL,
        configuration TEXT NOT NULL CHECK (json_valid(configuration)),
        note TEXT NOT NULL,
        used INTEGER NOT NULL CHECK (used IN (0, 1)),
        PRIMARY KEY (run, position)
      ) STRICT\
      """;

  private InitialConfigurationTable() {}

  static void insert(
      Transaction transaction, String run, List<StoredInitialConfiguration> configurations)
      throws SQLException {
    int position = 1;
    for (StoredInitialConfiguration one : configurations) {
      transaction.update(
          "INSERT INTO initial_configurations (run, position, origin, configuration, note, used)"
              + " VALUES (?, ?, ?, ?, ?, ?)",
          run,
          position++,
          one.origin(),
          StoredJson.of(one.configuration()),
          one.note(),
          one.used());
    }
  }

  /** In their order. */
  static List<StoredInitialConfiguration> of(Transaction transaction, String run)
      throws SQLException {
    return transaction.query(
        "SELECT * FROM initial_configurations WHERE run = ? ORDER BY position",
        row ->
            new StoredInitialConfiguration(
                row.text("origin"),
                StoredJson.configuration(row.text("configuration")),
                row.text("note"),
                row.truth("used")),
        run);
  }
}
