package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.Database.Durability;

/** Import and removal of whole runs in a store. */
public final class StoreUpkeep {

  private final Database database;

  StoreUpkeep(Database database) {
    this.database = database;
  }

  /**
   * Copies a file at one instant, also while runs write to it.
   *
   * @param to a free path
   */
  public static void copy(Path file, Path to) {
    if (!Files.exists(file)) {
      throw new EnvironmentException(file + " does not exist.");
    }
    Database.copy(file, to);
  }

  /** Names in the runs' table that are no {@linkplain RunRecord#isId ids of runs}. */
  public List<String> foreignNames() {
    return database.read(RunTable::ids).stream().filter(id -> !RunRecord.isId(id)).toList();
  }

  /**
   * Imports one run from another file, completely or not at all.
   *
   * @param other an up-to-date file that no process writes
   * @param id of a run that this store does not have
   * @param claims whether its times are claims here
   */
  public void adopt(Path other, String id, boolean claims) {
    database.writeWith(
        other,
        Durability.MACHINE,
        transaction -> {
          if (RunTable.exists(transaction, id)) {
            throw new IllegalArgumentException("Run '" + id + "' already exists.");
          }
          MergedRows.run(transaction, id);
          if (claims) {
            RunTable.set(transaction, id, "merged", Instant.now().toString());
          }
        });
  }

  /**
   * Imports rows outside any run that this store does not have: limits of devices and separately
   * measured baselines.
   *
   * @param other an up-to-date file that no process writes
   */
  public void adoptShared(Path other) {
    database.writeWith(other, Durability.MACHINE, MergedRows::shared);
  }

  /** Removes all other runs and reclaims their disk space. */
  public void keepOnly(Collection<String> ids) {
    List<StoredRun> all = database.read(RunTable::all);
    all.stream().map(StoredRun::id).filter(id -> !ids.contains(id)).forEach(this::remove);
    database.run("VACUUM");
  }

  /** Removes a run with its rows in all tables. Its folder stays. */
  public void remove(String id) {
    database.change(id, Durability.MACHINE, transaction -> RunTable.delete(transaction, id));
  }
}
