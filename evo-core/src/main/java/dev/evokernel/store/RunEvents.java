package dev.evokernel.store;

import dev.evokernel.store.file.Database;
import dev.evokernel.store.file.Database.Change;
import dev.evokernel.store.file.Database.Durability;
import dev.evokernel.store.record.DriftCheck;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.RecoveryCheck;
import dev.evokernel.store.record.Suspect;
import dev.evokernel.store.run.RunDeviceRecord;
import dev.evokernel.store.run.StoredMigrant;
import dev.evokernel.store.table.CandidateTable;
import dev.evokernel.store.table.FlagTables;
import dev.evokernel.store.table.InitialConfigurationTable;
import dev.evokernel.store.table.RunTable;
import java.util.List;
import java.util.Map;

/**
 * Events of a run besides evaluations: devices join, leave and are checked; candidates are
 * excluded; configurations migrate from other runs on the same fleet.
 */
public final class RunEvents {

  private final Database database;
  private final String run;

  RunEvents(Database database, String run) {
    this.database = database;
    this.run = run;
  }

  private void change(Durability durability, Change change) {
    database.change(run, durability, change);
  }

  /** Records a configuration that the run's search takes over from another run. */
  public void migrant(StoredMigrant migrant) {
    change(
        Durability.MACHINE,
        transaction -> InitialConfigurationTable.insert(transaction, run, migrant));
  }

  /** Configurations taken over from other runs, in order. */
  public List<StoredMigrant> migrants() {
    return database.read(transaction -> InitialConfigurationTable.migrants(transaction, run));
  }

  /** Records the candidates that the search learns next, after a number of outcomes. */
  public void learns(int learnt, List<Integer> candidates) {
    change(
        Durability.PROCESS,
        transaction -> CandidateTable.learns(transaction, run, learnt, candidates));
  }

  /** Candidates that {@link #learns} recorded, by the number of known outcomes. */
  public Map<Integer, List<Integer>> learningOrder() {
    return database.read(transaction -> CandidateTable.learningOrder(transaction, run));
  }

  /** Records that a device joined or left, or the relative time of the default on it. */
  public void device(RunDeviceRecord device) {
    change(Durability.PROCESS, transaction -> RunTable.putDevice(transaction, run, device));
  }

  /** Devices of the run, by number. */
  public List<RunDeviceRecord> devices() {
    return database.read(transaction -> RunTable.devices(transaction, run));
  }

  public void recoveryCheck(RecoveryCheck check) {
    change(Durability.PROCESS, transaction -> FlagTables.insert(transaction, run, check));
  }

  /**
   * Records a drift check with its suspects, in one transaction.
   *
   * @param suspects new suspects, and earlier suspects that are settled
   */
  public void driftCheck(DriftCheck check, List<Suspect> suspects) {
    change(
        Durability.PROCESS,
        transaction -> {
          FlagTables.insert(transaction, run, check);
          for (Suspect suspect : suspects) {
            FlagTables.insert(transaction, run, suspect);
          }
        });
  }

  /** Records that a candidate may not become champion. */
  public void exclude(Exclusion exclusion) {
    change(Durability.PROCESS, transaction -> FlagTables.insert(transaction, run, exclusion));
  }
}
