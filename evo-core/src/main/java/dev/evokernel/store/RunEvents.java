package dev.evokernel.store;

import dev.evokernel.store.Database.Change;
import dev.evokernel.store.Database.Durability;
import java.util.List;

/**
 * What happens in a run besides evaluations: devices come and go and are checked, candidates are
 * excluded, and others are taken over from runs on the same fleet.
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

  /** Records what the run's search takes over from another's. */
  public void migrant(StoredMigrant migrant) {
    change(Durability.MACHINE, transaction -> MigrantTable.insert(transaction, run, migrant));
  }

  /** What the run's search took over from others so far, in order. */
  public List<StoredMigrant> migrants() {
    return database.read(transaction -> MigrantTable.of(transaction, run));
  }

  /** Records that a device joined the run, what the default takes there, or that it left. */
  public void device(RunDeviceRecord device) {
    change(Durability.PROCESS, transaction -> RunDeviceTable.put(transaction, run, device));
  }

  /** The devices that took part in the run so far, by number. */
  public List<RunDeviceRecord> devices() {
    return database.read(transaction -> RunDeviceTable.of(transaction, run));
  }

  /** Records that a new device process found the device as fast as before. */
  public void recoveryCheck(RecoveryCheck check) {
    change(Durability.PROCESS, transaction -> RecoveryCheckTable.insert(transaction, run, check));
  }

  /**
   * Records a drift check and the suspects that it made or settled, in one transaction.
   *
   * @param suspects new ones, and earlier ones that are settled
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
