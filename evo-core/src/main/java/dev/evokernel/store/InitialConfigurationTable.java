package dev.evokernel.store;

import java.sql.SQLException;
import java.util.List;

/** Table {@code initial_configurations}: what a run's generation 0 was given, used or not. */
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

  static void insert(Transaction session, String run, List<StoredInitialConfiguration> seeds)
      throws SQLException {
    int position = 1;
    for (StoredInitialConfiguration seed : seeds) {
      session.update(
          "INSERT INTO initial_configurations (run, position, origin, configuration, note, used)"
              + " VALUES (?, ?, ?, ?, ?, ?)",
          run,
          position++,
          seed.origin(),
          StoredJson.of(seed.configuration()),
          seed.note(),
          seed.used());
    }
  }

  /** In their order. */
  static List<StoredInitialConfiguration> of(Transaction session, String run) throws SQLException {
    return session.query(
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
