package dev.evokernel.store;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.store.Database.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * What is done with whole runs of a store: they are taken over from another file, and forgotten.
 */
public final class StoreUpkeep {

  private final Database database;

  StoreUpkeep(Database database) {
    this.database = database;
  }

  /**
   * Copies a file as it is at this instant, whether or not runs are being written to it.
   *
   * @param to a path that is free
   */
  public static void copy(Path file, Path to) {
    if (!Files.exists(file)) {
      throw new EnvironmentException("There is no " + file + ".");
    }
    Database.copy(file, to);
  }

  /**
   * Takes a run over from another file, all of it or nothing.
   *
   * @param other brought up to date, and written by no process
   * @param id of a run that this store does not have
   */
  public void adopt(Path other, String id) {
    database.writeWith(
        other,
        Durability.MACHINE,
        transaction -> {
          if (RunTable.exists(transaction, id)) {
            throw new IllegalArgumentException("There is a run '" + id + "' already.");
          }
          MergedRows.run(transaction, id);
        });
  }

  /**
   * Takes over what belongs to no run, as far as this store does not have it: devices' limits, and
   * baselines that were measured by themselves.
   *
   * @param other brought up to date, and written by no process
   */
  public void adoptShared(Path other) {
    database.writeWith(other, Durability.MACHINE, MergedRows::shared);
  }

  /** Forgets every run but these, and gives their room on the disk back. */
  public void keepOnly(Collection<String> ids) {
    List<StoredRun> all = database.read(RunTable::all);
    all.stream().map(StoredRun::id).filter(id -> !ids.contains(id)).forEach(this::remove);
    database.vacuum();
  }

  /**
   * Forgets a run and everything that belongs to it. Its folder stays.
   *
   * @param id of the run
   */
  public void remove(String id) {
    database.change(id, Durability.MACHINE, transaction -> RunTable.delete(transaction, id));
  }
}
