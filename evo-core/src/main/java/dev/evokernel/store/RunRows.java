package dev.evokernel.store;

import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import java.sql.SQLException;
import java.util.List;

/**
 * Table with a row for each record of one kind that a run has.
 *
 * @param order of the rows, a column
 */
public record RunRows<R extends Record>(Class<R> type, String table, String order) {

  public static final RunRows<Exclusion> EXCLUSIONS =
      new RunRows<>(Exclusion.class, "exclusions", "candidate");
  public static final RunRows<Suspect> SUSPECTS =
      new RunRows<>(Suspect.class, "suspects", "candidate");
  public static final RunRows<DriftCheck> DRIFT_CHECKS =
      new RunRows<>(DriftCheck.class, "drift_checks", "rowid");
  public static final RunRows<RecoveryCheck> RECOVERY_CHECKS =
      new RunRows<>(RecoveryCheck.class, "recovery_checks", "rowid");
  public static final RunRows<RunDeviceRecord> DEVICES =
      new RunRows<>(RunDeviceRecord.class, "run_devices", "number");
  public static final RunRows<StoredMigrant> MIGRANTS =
      new RunRows<>(StoredMigrant.class, "migrants", "bred");
  public static final RunRows<StoredInitialConfiguration> INITIAL_CONFIGURATIONS =
      new RunRows<>(StoredInitialConfiguration.class, "initial_configurations", "position");

  /** Adds a record, in place of the one with its key. */
  public void put(Transaction transaction, String run, R record) throws SQLException {
    var row = RecordColumns.row(record);
    row.putFirst("run", run);
    transaction.put(table, row);
  }

  /** Adds records with their positions, from 1. */
  public void putAll(Transaction transaction, String run, List<R> records) throws SQLException {
    int position = 1;
    for (R record : records) {
      var row = RecordColumns.row(record);
      row.putFirst("run", run);
      row.put("position", position++);
      transaction.put(table, row);
    }
  }

  public List<R> of(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM %s WHERE run = ? ORDER BY %s".formatted(table, order),
        RecordColumns.of(type),
        run);
  }

  public static FlaggedCandidates flags(Transaction transaction, String run) throws SQLException {
    return new FlaggedCandidates(
        EXCLUSIONS.of(transaction, run),
        DRIFT_CHECKS.of(transaction, run),
        SUSPECTS.of(transaction, run));
  }
}
