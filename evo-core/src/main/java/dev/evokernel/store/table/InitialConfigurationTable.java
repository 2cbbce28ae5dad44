package dev.evokernel.store.table;

import dev.evokernel.store.run.StoredInitialConfiguration;
import dev.evokernel.store.run.StoredMigrant;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import java.util.List;

/**
 * Tables {@code initial_configurations} and {@code migrants}: configurations from outside the
 * search of a run.
 */
public final class InitialConfigurationTable {

  private InitialConfigurationTable() {}

  public static void insert(
      Transaction transaction, String run, List<StoredInitialConfiguration> configurations)
      throws SQLException {
    int position = 1;
    for (StoredInitialConfiguration initial : configurations) {
      transaction.insert(
          "initial_configurations (run, position, origin, configuration, note, used)",
          run,
          position++,
          initial.origin(),
          StoredJson.of(initial.configuration()),
          initial.note(),
          initial.used());
    }
  }

  public static List<StoredInitialConfiguration> of(Transaction transaction, String run)
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

  public static void insert(Transaction transaction, String run, StoredMigrant migrant)
      throws SQLException {
    transaction.insert(
        "migrants (run, bred, origin, configuration)",
        run,
        migrant.bred(),
        migrant.origin(),
        StoredJson.of(migrant.configuration()));
  }

  public static List<StoredMigrant> migrants(Transaction transaction, String run)
      throws SQLException {
    return transaction.query(
        "SELECT * FROM migrants WHERE run = ? ORDER BY bred",
        row ->
            new StoredMigrant(
                row.integer("bred"),
                StoredJson.configuration(row.text("configuration")),
                row.text("origin")),
        run);
  }
}
