package dev.evokernel.household;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.spec.Host;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.file.RunFolder;
import dev.evokernel.store.lock.LockOwner;
import dev.evokernel.store.lock.RunLock;
import dev.evokernel.store.run.RunRecord;
import dev.evokernel.store.sql.UnknownRecordException;

/**
 * Deletion of runs: first the rows, in one transaction, then the folder. A kill in between leaves a
 * folder without rows, which a second attempt deletes. Of a row whose name is no id of a run, only
 * the rows are deleted: the name may be that of another folder.
 *
 * @param results the store's folder
 */
public record RunRemoval(ResultStore store, Path results) {

  /**
   * @param reference an id or a unique prefix
   * @return the id of the deleted run
   * @throws UnknownRecordException if neither the run nor a folder of it exists
   * @throws EnvironmentException if a process writes to the run
   */
  public String remove(String reference) {
    String id = id(reference);
    if (!RunRecord.isId(id)) {
      store.upkeep().remove(id);
      return id;
    }
    RunFolder folder = store.folder(id);
    try (var _ =
        RunLock.acquire(
            folder.path(),
            LockOwner.ofThisProcess("rm of " + id, Instant.now(), Host.name(), results))) {
      if (store.has(id)) {
        store.upkeep().remove(id);
      }
      folder.delete();
    }
    return id;
  }

  private String id(String reference) {
    boolean isLeftover =
        RunRecord.isId(reference)
            && Files.exists(store.folder(reference).path().resolve("evo.yaml"));
    return isLeftover || store.has(reference) ? reference : store.run(reference).id();
  }
}
