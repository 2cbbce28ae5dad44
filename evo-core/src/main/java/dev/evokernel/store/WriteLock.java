package dev.evokernel.store;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.Database.Allowance;
import java.nio.file.Path;

/**
 * Write transaction on a separate connection, as an open shell or viewer may hold. For the
 * self-test.
 */
public final class WriteLock implements AutoCloseable {

  private final Database database;

  private WriteLock(Database database) {
    this.database = database;
  }

  /**
   * Begins the transaction.
   *
   * @throws EnvironmentException if another connection holds one, or the file fails
   */
  public static WriteLock take(Path file) {
    Database database = Database.open(file, Allowance.USUAL);
    try {
      database.run("BEGIN IMMEDIATE");
      return new WriteLock(database);
    } catch (EnvironmentException e) {
      database.close();
      throw e;
    }
  }

  /** Rolls the transaction back. */
  @Override
  public void close() {
    try (database) {
      database.run("ROLLBACK");
    }
  }
}
