package dev.evokernel.store;

import module java.base;

import dev.evokernel.store.Database.Durability;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;

/**
 * Events of a run besides evaluations: devices join, leave and are checked; candidates are
 * excluded; configurations migrate from other runs on the same fleet.
 */
public record RunEvents(Database database, String run) {

  /**
   * Table with a row for each record of one kind that a run has.
   *
   * @param order of the rows, a column
   */
  record Rows<R extends Record>(Class<R> type, String table, String order) {

    /** Adds a record, in place of the one with its key. */
    void put(Transaction transaction, String run, R record) {
      var row = RecordColumns.row(record);
      row.putFirst("run", run);
      transaction.put(table, row);
    }

    /** Adds records with their positions, from 1. */
    void putAll(Transaction transaction, String run, List<R> records) {
      int position = 1;
      for (R record : records) {
        var row = RecordColumns.row(record);
        row.putFirst("run", run);
        row.put("position", position++);
        transaction.put(table, row);
      }
    }

    List<R> of(Transaction transaction, String run) {
      return transaction.query(
          "SELECT * FROM %s WHERE run = ? ORDER BY %s".formatted(table, order),
          RecordColumns.of(type),
          run);
    }
  }

  static final Rows<Exclusion> EXCLUSIONS = new Rows<>(Exclusion.class, "exclusions", "candidate");
  static final Rows<Suspect> SUSPECTS = new Rows<>(Suspect.class, "suspects", "candidate");
  static final Rows<DriftCheck> DRIFT_CHECKS =
      new Rows<>(DriftCheck.class, "drift_checks", "rowid");
  static final Rows<RecoveryCheck> RECOVERY_CHECKS =
      new Rows<>(RecoveryCheck.class, "recovery_checks", "rowid");
  static final Rows<RunDeviceRecord> DEVICES =
      new Rows<>(RunDeviceRecord.class, "run_devices", "number");
  static final Rows<StoredMigrant> MIGRANTS = new Rows<>(StoredMigrant.class, "migrants", "bred");
  static final Rows<StoredInitialConfiguration> INITIAL_CONFIGURATIONS =
      new Rows<>(StoredInitialConfiguration.class, "initial_configurations", "position");

  static FlaggedCandidates flags(Transaction transaction, String run) {
    return new FlaggedCandidates(
        EXCLUSIONS.of(transaction, run),
        DRIFT_CHECKS.of(transaction, run),
        SUSPECTS.of(transaction, run));
  }

  private <R extends Record> void put(Durability durability, Rows<R> rows, R event) {
    database.change(run, durability, transaction -> rows.put(transaction, run, event));
  }

  private <R extends Record> List<R> all(Rows<R> rows) {
    return database.read(transaction -> rows.of(transaction, run));
  }

  /** Records a configuration that the run's search takes over from another run. */
  public void migrant(StoredMigrant migrant) {
    put(Durability.MACHINE, MIGRANTS, migrant);
  }

  /** Configurations taken over from other runs, in order. */
  public List<StoredMigrant> migrants() {
    return all(MIGRANTS);
  }

  /** Records the candidates that the search learns next, after a number of outcomes. */
  public void learns(int learnt, List<Integer> candidates) {
    database.change(
        run,
        Durability.PROCESS,
        transaction -> CandidateTable.learns(transaction, run, learnt, candidates));
  }

  /** Candidates that {@link #learns} recorded, by the number of known outcomes. */
  public Map<Integer, List<Integer>> learningOrder() {
    return database.read(transaction -> CandidateTable.learningOrder(transaction, run));
  }

  /** Records that a device joined or left, or the relative time of the default on it. */
  public void device(RunDeviceRecord device) {
    put(Durability.PROCESS, DEVICES, device);
  }

  /** Devices of the run, by number. */
  public List<RunDeviceRecord> devices() {
    return all(DEVICES);
  }

  public void recoveryCheck(RecoveryCheck check) {
    put(Durability.PROCESS, RECOVERY_CHECKS, check);
  }

  /**
   * Records a drift check with its suspects, in one transaction.
   *
   * @param suspects new suspects, and earlier suspects that are settled
   */
  public void driftCheck(DriftCheck check, List<Suspect> suspects) {
    database.change(
        run,
        Durability.PROCESS,
        transaction -> {
          DRIFT_CHECKS.put(transaction, run, check);
          for (Suspect suspect : suspects) {
            SUSPECTS.put(transaction, run, suspect);
          }
        });
  }

  /** Records that a candidate may not become champion. */
  public void exclude(Exclusion exclusion) {
    put(Durability.PROCESS, EXCLUSIONS, exclusion);
  }
}
