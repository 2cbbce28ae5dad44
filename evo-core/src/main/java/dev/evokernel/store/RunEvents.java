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

  private <R extends Record> void put(Durability durability, RunRows<R> rows, R event) {
    database.change(run, durability, transaction -> rows.put(transaction, run, event));
  }

  private <R extends Record> List<R> all(RunRows<R> rows) {
    return database.read(transaction -> rows.of(transaction, run));
  }

  /** Records a configuration that the run's search takes over from another run. */
  public void migrant(StoredMigrant migrant) {
    put(Durability.MACHINE, RunRows.MIGRANTS, migrant);
  }

  /** Configurations taken over from other runs, in order. */
  public List<StoredMigrant> migrants() {
    return all(RunRows.MIGRANTS);
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
    put(Durability.PROCESS, RunRows.DEVICES, device);
  }

  /** Devices of the run, by number. */
  public List<RunDeviceRecord> devices() {
    return all(RunRows.DEVICES);
  }

  public void recoveryCheck(RecoveryCheck check) {
    put(Durability.PROCESS, RunRows.RECOVERY_CHECKS, check);
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
          RunRows.DRIFT_CHECKS.put(transaction, run, check);
          for (Suspect suspect : suspects) {
            RunRows.SUSPECTS.put(transaction, run, suspect);
          }
        });
  }

  /** Records that a candidate may not become champion. */
  public void exclude(Exclusion exclusion) {
    put(Durability.PROCESS, RunRows.EXCLUSIONS, exclusion);
  }
}
